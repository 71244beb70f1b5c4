/** A request as the console shows it, before or after sending. */
export interface ShownRequest {
  readonly method: string;
  /** API path with its query. */
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string | undefined;
  /** Sent unchanged when a string, otherwise as JSON. */
  readonly body?: unknown;
  /** Whether the request has a body that is not shown. */
  readonly bodyWithheld?: boolean;
  /** The answer to a watch has no end. */
  readonly kind?: "request" | "watch";
}

/** The body's text; undefined when there is none to show. */
export const bodyText = ({ body }: ShownRequest): string | undefined =>
  body === undefined || typeof body === "string" ? body : JSON.stringify(body);
