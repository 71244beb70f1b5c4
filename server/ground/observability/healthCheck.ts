/** One condition of the server's health. */
export interface HealthCheck {
  /** The name in `/livez/<name>` and in verbose answers. */
  readonly name: string;
  healthy(): boolean | Promise<boolean>;
}

/** A check that only shows that requests are answered at all. */
export const ping: HealthCheck = { name: "ping", healthy: () => true };
