/**
 * The manifests that the user last pasted into the advisor. They may contain secrets, so they are only kept until the
 * window closes.
 */
let kept = "";

export const readKeptText = (): string => kept;

export const keepText = (text: string): void => {
  kept = text;
};
