/** Reads the API of one cluster. */
export interface ClusterReader {
  /**
   * @param accept the media type wanted; JSON without it
   * @throws Error when there is no answer
   */
  get(path: string, accept?: string): Promise<{ readonly status: number; readonly text: string }>;
}

/** The text of a refusal: the message of its Status, or the HTTP status alone. */
export function refusalText({ status, text }: { readonly status: number; readonly text: string }): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === "string" && message !== "") return message.slice(0, 300);
  } catch {
    // The status has to do.
  }
  return `HTTP status ${status}`;
}
