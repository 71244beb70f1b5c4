/** Stands for a value that is not shown. Never valid base64, so that no server takes it for a value of a secret. */
export const HIDDEN = "••••••••";

/** Whether a value was hidden already. */
export const isHidden = (value: unknown): boolean => value === HIDDEN;
