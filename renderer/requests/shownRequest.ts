/** A request as it is told to people, whether it shall be sent or was sent. */
export interface ShownRequest {
  readonly method: string;
  /** API path with its query. */
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string | undefined;
  /** Sent as it is when a string, otherwise as JSON. */
  readonly body?: unknown;
  /** A body is sent that is not shown. */
  readonly bodyWithheld?: boolean;
  /** A watch has an answer without an end. */
  readonly kind?: "request" | "watch";
}

/** The body's text; undefined when there is none to show. */
export const bodyText = ({ body }: ShownRequest): string | undefined =>
  body === undefined || typeof body === "string" ? body : JSON.stringify(body);
