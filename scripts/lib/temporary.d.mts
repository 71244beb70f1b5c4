/** Gives this process and its child processes a separate temporary folder, which is removed when this process ends. */
export function takeTemporaryFolder(): void;
