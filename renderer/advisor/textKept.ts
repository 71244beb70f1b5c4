/** The manifests that were pasted into the advisor last. They may hold secrets, so they live as long as the window, and no longer. */
let kept = "";

export const readKeptText = (): string => kept;

export const keepText = (text: string): void => {
  kept = text;
};
