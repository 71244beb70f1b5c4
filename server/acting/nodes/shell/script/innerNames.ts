/** Names by which this server runs scripts. People never see them. */

/**
 * The name of the variable that tells a built-in command that only the outlet reads its output, so that it may print as
 * it goes: `1` for all of its output, `o` for all but its errors.
 */
export const IS_STREAMED = "__STREAMED";
/** The command that runs a script, or whatever else stands at a path. */
export const RUN_FILE = "__file";
/** What the name of a function begins with that prints as it goes. */
export const STREAMED_FUNCTION = "__s_";
/** Commands that give others their turn, and tell whether loops are to end. */
export const TURN = "__turn";
/**
 * Puts the trap that is to be run, or nothing, into the variable `__trap`, and the exit code that it is given into `__code`.
 */
export const TRAPPED = "__trapped";
/** Ends with the exit code that it is given. */
export const STATUS = "__status";
/** The command that starts one in the background: its number, the shell's options, its arrays, its arguments. */
export const SPAWN = "__spawn";
/** The command that waits for some: the library has one of its own that does nothing. */
export const WAIT = "__wait";
/** The variable that stands for `$!`. */
export const LAST_JOB = "__bang";
/** The variable that stands for `$0`. */
export const OWN_NAME = "__zero";
/** A variable that is always set, and empty. */
export const EMPTY = "__nil";

/** Traces (`set -x`) of what is added to scripts, and what is added to names in others. */
const OWN_TRACES = /^\++ __(STREAMED=\w|turn|spawn .*|trapped .*|status .*|bang=\d*|code=\d*)\n/gm;
const OWN_NAMES = /^(\++ )(__s_|__file |__(?=wait))/gm;

/** What a shell says, without the names above. */
export const withoutInnerNames = (said: string): string => said.replace(OWN_TRACES, "").replace(OWN_NAMES, "$1");
