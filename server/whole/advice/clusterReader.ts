/** Reads the API of one cluster. */
export interface ClusterReader {
  /**
   * @param accept the wanted media type; JSON by default
   * @throws Error when there is no answer
   */
  get(path: string, accept?: string): Promise<{ readonly status: number; readonly text: string }>;
}

/** The message of a refusal: that of its Status, or else the HTTP status. */
export function refusalText({ status, text }: { readonly status: number; readonly text: string }): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === "string" && message !== "") return message.slice(0, 300);
  } catch {
    // The HTTP status must suffice.
  }
  return `HTTP status ${status}`;
}
