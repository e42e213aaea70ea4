#include "merge.h"
