/** Internal names by which this server runs scripts. Users never see them. */

/**
 * The variable that informs a built-in command that its output goes directly to the outlet, so that it can be printed
 * as it comes: `1` for both streams, `o` for the standard output only.
 */
export const IS_STREAMED = "__STREAMED";
/** The command that runs a script, or any other file at a path. */
export const RUN_FILE = "__file";
/** The prefix of functions that print as they go. */
export const STREAMED_FUNCTION = "__s_";
/** Commands that yield to other runs, and report whether loops must end. */
export const TURN = "__turn";
/**
 * Puts the next trap to run (or an empty text) into the variable `__trap`, and its argument, the exit code, into
 * `__code`.
 */
export const TRAPPED = "__trapped";
/** Ends with the exit code given as its argument. */
export const STATUS = "__status";
/**
 * The command that starts a background job: arguments are its number, the shell's options, its arrays, its arguments.
 */
export const SPAWN = "__spawn";
/** The command that waits for jobs: the library's own `wait` does nothing. */
export const WAIT = "__wait";
/** The variable that replaces `$!`. */
export const LAST_JOB = "__bang";
/** The variable that replaces `$0`. */
export const OWN_NAME = "__zero";
/** A variable that is always set, and empty. */
export const EMPTY = "__nil";

/**
 * Matches traces (`set -x`) of the commands that were added to scripts, and added prefixes of names in other traces.
 */
const OWN_TRACES = /^\++ __(STREAMED=\w|turn|spawn .*|trapped .*|status .*|bang=\d*|code=\d*)\n/gm;
const OWN_NAMES = /^(\++ )(__s_|__file |__(?=wait))/gm;

/** Removes the internal names from a shell's messages. */
export const withoutInnerNames = (said: string): string => said.replace(OWN_TRACES, "").replace(OWN_NAMES, "$1");
