/* best.c - best known scores of OPLib's instances, published up to 2019. Proven ones are optimal. Those whose scores
 * were changed since are left out. */
#include <string.h>

#include "options/params.h"
#include "orient.h"
#include "tsp/instance.h"
#include "tsp/length.h"

static const struct best {
    const char *name;
    uint32_t node_count;
    int64_t limit, total; /* total: of all scores */
    bool proven;
    int64_t score;
} bests[] = {
    {"a280", 280, 1290, 280, true, 147},
    {"att48", 48, 5314, 48, true, 31},
    {"att532", 532, 13843, 532, true, 363},
    {"berlin52", 52, 3771, 52, true, 37},
    {"bier127", 127, 59141, 127, true, 103},
    {"brazil58", 58, 12698, 58, true, 46},
    {"d198", 198, 7890, 198, true, 123},
    {"d493", 493, 17501, 493, true, 320},
    {"eil101", 101, 315, 101, true, 64},
    {"eil51", 51, 213, 51, true, 29},
    {"eil76", 76, 269, 76, true, 47},
    {"fl417", 417, 5931, 417, false, 228},
    {"gr120", 120, 3471, 120, true, 75},
    {"gr137", 137, 34927, 137, true, 81},
    {"gr229", 229, 67301, 229, true, 176},
    {"gr666", 666, 147179, 666, true, 503},
    {"gr96", 96, 27605, 96, true, 64},
    {"hk48", 48, 5731, 48, true, 30},
    {"kroA100", 100, 10641, 100, true, 56},
    {"kroA150", 150, 13262, 150, true, 86},
    {"kroA200", 200, 14684, 200, true, 117},
    {"kroB100", 100, 11071, 100, true, 58},
    {"kroB150", 150, 13065, 150, true, 87},
    {"kroC100", 100, 10375, 100, true, 56},
    {"kroD100", 100, 10647, 100, true, 59},
    {"kroE100", 100, 11034, 100, true, 57},
    {"lin105", 105, 7190, 105, true, 66},
    {"lin318", 318, 21015, 318, true, 205},
    {"p654", 654, 17322, 654, false, 344},
    {"pcb3038", 3038, 68847, 3038, false, 1626},
    {"pcb442", 442, 25389, 442, true, 251},
    {"pla7397", 7397, 11630364, 7397, false, 5141},
    {"pr1002", 1002, 129523, 1002, false, 604},
    {"pr107", 107, 22152, 107, true, 54},
    {"pr124", 124, 29515, 124, true, 75},
    {"pr136", 136, 48386, 136, true, 71},
    {"pr144", 144, 29269, 144, true, 77},
    {"pr152", 152, 36841, 152, true, 77},
    {"pr226", 226, 40185, 226, true, 126},
    {"pr299", 299, 24096, 299, true, 162},
    {"pr439", 439, 53609, 439, true, 313},
    {"pr76", 76, 54080, 76, true, 49},
    {"rat575", 575, 3387, 575, true, 322},
    {"rat783", 783, 4403, 783, true, 438},
    {"rat99", 99, 606, 99, true, 52},
    {"rd100", 100, 3955, 100, true, 61},
    {"st70", 70, 338, 70, true, 43},
    {"ts225", 225, 63322, 225, true, 124},
    {"tsp225", 225, 1958, 225, true, 129},
    {"u159", 159, 21040, 159, true, 93},
    {"u724", 724, 20955, 724, true, 439},
    {"a280", 280, 1290, 14080, true, 8428},
    {"att48", 48, 5314, 2400, true, 1717},
    {"att532", 532, 13843, 26854, false, 19598},
    {"berlin52", 52, 3771, 2614, true, 1897},
    {"bier127", 127, 59141, 6439, true, 5383},
    {"brazil58", 58, 12698, 2865, true, 2220},
    {"d198", 198, 7890, 9975, true, 6670},
    {"d493", 493, 17501, 24880, false, 16906},
    {"eil101", 101, 315, 5124, true, 3655},
    {"eil51", 51, 213, 2549, true, 1674},
    {"eil76", 76, 269, 3774, true, 2550},
    {"fl417", 417, 5931, 21034, false, 11923},
    {"gr120", 120, 3471, 6020, true, 4371},
    {"gr137", 137, 34927, 6894, true, 4286},
    {"gr229", 229, 67301, 11592, true, 9177},
    {"gr666", 666, 147179, 33629, false, 26360},
    {"gr96", 96, 27605, 4864, true, 3396},
    {"hk48", 48, 5731, 2400, true, 1614},
    {"kroA100", 100, 10641, 5050, true, 3212},
    {"kroA150", 150, 13262, 7575, true, 4918},
    {"kroA200", 200, 14684, 10100, true, 6547},
    {"kroB100", 100, 11071, 5050, true, 3241},
    {"kroB150", 150, 13065, 7575, true, 4869},
    {"kroC100", 100, 10375, 5050, true, 2947},
    {"kroD100", 100, 10647, 5050, true, 3307},
    {"kroE100", 100, 11034, 5050, true, 3090},
    {"lin105", 105, 7190, 5330, true, 3544},
    {"lin318", 318, 21015, 16055, true, 10923},
    {"p654", 654, 17322, 32967, false, 17900},
    {"pcb3038", 3038, 68847, 153435, false, 91842},
    {"pcb442", 442, 25389, 22309, true, 14484},
    {"pla7397", 7397, 11630364, 373524, false, 272452},
    {"pr1002", 1002, 129523, 50589, false, 32120},
    {"pr107", 107, 22152, 5429, true, 2667},
    {"pr124", 124, 29515, 6242, true, 3917},
    {"pr136", 136, 48386, 6844, true, 4309},
    {"pr144", 144, 29269, 7292, true, 4003},
    {"pr152", 152, 36841, 7664, true, 4279},
    {"pr226", 226, 40185, 11449, true, 6662},
    {"pr299", 299, 24096, 15117, true, 9182},
    {"pr439", 439, 53609, 22167, true, 16171},
    {"pr76", 76, 54080, 3774, true, 2708},
    {"rat575", 575, 3387, 28975, true, 18251},
    {"rat783", 783, 4403, 39515, false, 25076},
    {"rat99", 99, 606, 5017, true, 2944},
    {"rd100", 100, 3955, 5050, true, 3359},
    {"st70", 70, 338, 3495, true, 2286},
    {"ts225", 225, 63322, 11350, true, 6834},
    {"tsp225", 225, 1958, 11350, true, 6987},
    {"u159", 159, 21040, 7967, true, 4960},
    {"u724", 724, 20955, 36542, true, 24223},
    {"att48", 48, 5314, 2000, true, 1049},
    {"att532", 532, 13843, 23832, true, 15498},
    {"berlin52", 52, 3771, 1777, true, 1036},
    {"bier127", 127, 59141, 3612, true, 2365},
    {"brazil58", 58, 12698, 2278, true, 1702},
    {"d198", 198, 7890, 11371, true, 6320},
    {"d493", 493, 17501, 38403, false, 25167},
    {"eil101", 101, 315, 5002, true, 3345},
    {"eil51", 51, 213, 2346, true, 1399},
    {"eil76", 76, 269, 3697, true, 2467},
    {"fl417", 417, 5931, 22317, true, 14220},
    {"gr120", 120, 3471, 6214, true, 3779},
    {"gr137", 137, 34927, 7095, true, 3954},
    {"gr229", 229, 67301, 9029, true, 6328},
    {"gr666", 666, 147179, 23562, false, 17020},
    {"gr96", 96, 27605, 4851, true, 3170},
    {"hk48", 48, 5731, 2563, true, 1764},
    {"kroA100", 100, 10641, 5038, true, 3211},
    {"kroA150", 150, 13262, 7643, true, 5039},
    {"kroA200", 200, 14684, 10041, true, 6123},
    {"kroB100", 100, 11071, 4357, true, 2804},
    {"kroB150", 150, 13065, 8334, true, 5314},
    {"kroC100", 100, 10375, 5412, true, 3155},
    {"kroD100", 100, 10647, 5132, true, 3167},
    {"kroE100", 100, 11034, 4703, true, 3049},
    {"lin105", 105, 7190, 5313, true, 2986},
    {"lin318", 318, 21015, 16502, true, 10368},
    {"p654", 654, 17322, 40420, false, 24492},
    {"pcb3038", 3038, 68847, 162997, false, 105337},
    {"pcb442", 442, 25389, 22963, false, 14819},
    {"pla7397", 7397, 11630364, 408084, false, 320744},
    {"pr1002", 1002, 129523, 58005, false, 39449},
    {"pr107", 107, 22152, 6151, true, 1877},
    {"pr124", 124, 29515, 6580, true, 3557},
    {"pr136", 136, 48386, 7366, true, 4390},
    {"pr144", 144, 29269, 7846, true, 3745},
    {"pr152", 152, 36841, 8608, true, 3905},
    {"pr226", 226, 40185, 12469, true, 6993},
    {"pr299", 299, 24096, 16840, true, 10343},
    {"pr439", 439, 53609, 21881, false, 15165},
    {"pr76", 76, 54080, 3724, true, 2430},
    {"rat99", 99, 606, 5439, true, 2908},
    {"rd100", 100, 3955, 4929, true, 2926},
    {"st70", 70, 338, 3659, true, 2108},
    {"ts225", 225, 63322, 12426, true, 7575},
    {"u159", 159, 21040, 8640, true, 5272},
    {"u724", 724, 20955, 40893, true, 28348},
};

const uint32_t *orient_scores(const struct swarm_instance *instance, const struct swarm_params *params)
{
    return params->scores ? params->scores : instance->scores;
}

struct swarm_reference orient_reference(const struct swarm_instance *instance, const struct swarm_params *params)
{
    const struct options *options = &params->options;
    const uint32_t *scores = orient_scores(instance, params);
    const struct swarm_instance_info *info = &instance->info;
    const char *text = options->text[OPTION_limit];
    int64_t limit = info->cost_limit, total = 0;
    if (!scores || info->decimals != 0 || options->path || options->start
        || (text && !tsp_length_parse_any(text, 0, &limit))) {
        return (struct swarm_reference){.known = false};
    }
    for (uint32_t i = 0; i < info->node_count; ++i) {
        total += scores[i];
    }
    for (size_t k = 0; k < sizeof bests / sizeof *bests; ++k) {
        const struct best *row = &bests[k];
        if (row->node_count == info->node_count && row->limit == limit && row->total == total
            && strcmp(row->name, info->name) == 0) {
            return (struct swarm_reference){.known = true, .proven = row->proven, .length = row->score};
        }
    }
    return (struct swarm_reference){.known = false};
}
