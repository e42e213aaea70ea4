"""Cases of signals at random moments and of rare environments; the scenes stand in scenes_robust.py."""

import scenes
import scenes_robust as robust

GROUPS = {
    "moments": [
        robust.moments_of_a_run,
        robust.two_signals_of_a_run,
        robust.moments_of_other_commands,
    ],
    "surroundings": [
        robust.called_from_elsewhere,
        robust.folder_that_is_gone,
        robust.odd_names,
        robust.long_names,
        robust.closed_streams,
        robust.full_stderr,
        robust.limited_file_size,
        robust.small_stack,
        robust.full_file_system,
        robust.decimal_comma,
        robust.bare_environment,
    ],
    "device-moments": [
        scenes.need_device,
        robust.moments_of_a_run_on_a_device,
    ],
    "device-surroundings": [
        scenes.need_device,
        robust.homes,
        robust.nobody_in_a_read_only_home,
        robust.odd_driver_files,
    ],
}
