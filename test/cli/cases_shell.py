"""Cases of what a person at a terminal meets: the live line, help and its topics, the manual, completions."""

import scenes_shell

PROGRESS = [
    scenes_shell.live_line,
    scenes_shell.live_line_ends_before_the_result,
    scenes_shell.improvements_scroll,
    scenes_shell.improvements_in_a_pipe,
    scenes_shell.simple_terminals,
    scenes_shell.narrow_terminals,
    scenes_shell.window_changes,
    scenes_shell.width_of_the_environment,
    scenes_shell.killed,
    scenes_shell.time_left,
    scenes_shell.background,
]

GROUPS = {
    "progress": PROGRESS,
}
