#include "team.h"
