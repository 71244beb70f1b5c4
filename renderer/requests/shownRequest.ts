/** A request as the console displays it, before or after sending. */
export interface ShownRequest {
  readonly method: string;
  /** API path with its query. */
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string | undefined;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Whether the request has a body that is not shown. */
  readonly bodyWithheld?: boolean;
  /** The response to a watch is endless. */
  readonly kind?: "request" | "watch";
}

/** The body as text; undefined if there is none to show. */
export const bodyText = ({ body }: ShownRequest): string | undefined =>
  body === undefined || typeof body === "string" ? body : JSON.stringify(body);
