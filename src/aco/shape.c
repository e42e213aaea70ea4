#include "shape.h"

#include "selection_rules.h"
#include "team_codes.h"

bool aco_shape_shares(const struct aco_shape *shape, int selection)
{
    return shape->team == 1 || shape->team_code != TEAM_CODE_LOCAL || !SELECTION_TRIES(selection);
}
