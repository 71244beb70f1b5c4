/** Asks for the next line, or ends the session; the line then stands in the variable below. */
export const READ_LINE = "__readline";
export const LINE = "__line";

/** A shell that does one line after the other. All of them are run by one shell, which so remembers what they did. */
export const SESSION = `while ${READ_LINE}; do eval "$${LINE}"; done`;
