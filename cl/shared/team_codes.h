/* team_codes.h - numbers of the methods by which the work-items of a team exchange values (cl/aco/team.clh). */
#ifndef SWARMCL_TEAM_CODES_H
#define SWARMCL_TEAM_CODES_H

#define TEAM_CODE_LOCAL    0
#define TEAM_CODE_SUBGROUP 1
#define TEAM_CODE_SHUFFLE  2
#define TEAM_CODE_REDUX    3

#endif
