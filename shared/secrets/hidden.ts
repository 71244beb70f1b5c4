/** Stands for a value that is not shown. Never valid base64, so that no server takes it for a value of a secret. */
export const HIDDEN = "••••••••";

export const isHidden = (value: unknown): boolean => typeof value === "string" && value.startsWith(HIDDEN);
