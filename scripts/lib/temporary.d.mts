/** Gives this process and those that it starts a temporary folder of their own, which goes when this process ends. */
export function takeTemporaryFolder(): void;
