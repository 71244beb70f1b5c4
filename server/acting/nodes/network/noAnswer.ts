/** No program answers; the message is a client's error message. */
export class NoAnswer extends Error {}
