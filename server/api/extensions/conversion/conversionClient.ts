/** The address of a conversion webhook: `spec.conversion.webhook.clientConfig`. */
export interface ConversionEndpoint {
  readonly url?: string;
  /** Base64-encoded PEM. */
  readonly caBundle?: string;
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly path?: string;
    readonly port?: number;
  };
}

/** `spec.conversion.webhook`. */
export interface ConversionWebhook {
  readonly clientConfig?: ConversionEndpoint;
  readonly conversionReviewVersions?: readonly string[];
}

/** Sends reviews to conversion webhooks. */
export interface ConversionClient {
  /**
   * Posts a review as JSON.
   * @returns the decoded response
   * @throws Error whose message tells clients why the call failed; it contains no credentials
   */
  post(endpoint: ConversionEndpoint, review: Uint8Array): Promise<unknown>;
}

/** For servers that call no webhooks. */
export const noConversionClient: ConversionClient = {
  post: () => Promise.reject(new Error("this server does not call conversion webhooks")),
};
