#include "absorb.h"
