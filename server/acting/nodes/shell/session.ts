/** The command that reads the next line into the variable below, or ends the session. */
export const READ_LINE = "__readline";
export const LINE = "__line";

/** The command that succeeds while more lines may come. */
export const IS_OPEN = "__isopen";

/**
 * An interactive session as a script: one shell evaluates all lines, and so keeps their effects and the last exit code.
 * A `break` that is typed ends only the inner loop.
 */
export const SESSION = `while ${IS_OPEN}; do while ${READ_LINE} $?; do eval "$${LINE}"; done; done`;
