/** Milliseconds between two frames. */
export const FRAME_MS: number;

export function frameFile(film: string, number: number): string;

export function filmOf(file: string): string | undefined;
