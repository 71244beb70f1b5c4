/** Placeholder for a hidden value. Not valid base64, so no server accepts it as a value of a secret. */
export const HIDDEN = "••••••••";

/** Whether a value is already hidden. */
export const isHidden = (value: unknown): boolean => value === HIDDEN;
