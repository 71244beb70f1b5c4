/** No program answers; the message is in the words of a client. */
export class NoAnswer extends Error {}
