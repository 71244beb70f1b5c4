/** A time of an object in milliseconds since the epoch; 0 if absent. */
export const timeOf = (text: string | null | undefined): number => (text ? Date.parse(text) : 0);
