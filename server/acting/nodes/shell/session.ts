/** Asks for the next line, or ends the session; the line then stands in the variable below. */
export const READ_LINE = "__readline";
export const LINE = "__line";

/** Succeeds while there may be more lines. */
export const IS_OPEN = "__isopen";

/**
 * A shell that does one line after the other. All of them are run by one shell, which so remembers what they did, and what
 * the exit code of the last one was. A `break` that is typed ends the inner loop only.
 */
export const SESSION = `while ${IS_OPEN}; do while ${READ_LINE} $?; do eval "$${LINE}"; done; done`;
