/** Maximum number of characters of a file of settings in YAML: the parser needs about three seconds per MiB. */
export const MAX_FILE_LENGTH = 4 * 1024 * 1024;

/** Refuses the text of a file that would take too long to parse. @throws Error */
export function refuseLargeFile(text: string): void {
  if (text.length > MAX_FILE_LENGTH) {
    throw new Error(`the file has ${text.length} characters; at most ${MAX_FILE_LENGTH} are read`);
  }
}
