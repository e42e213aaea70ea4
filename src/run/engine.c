#include "engine.h"

bool run_engine_is_interrupted(const struct run_engine *engine)
{
    return base_interrupted(engine->env, engine->request.deadline);
}

bool run_engine_is_cut(const struct run_engine *engine)
{
    return !engine->patient && run_engine_is_interrupted(engine);
}
