/** One thing that must hold for the server to be healthy. */
export interface HealthCheck {
  /** As `/livez/<name>` and verbose answers show it. */
  readonly name: string;
  healthy(): boolean | Promise<boolean>;
}

/** A check that only says that requests are answered at all. */
export const ping: HealthCheck = { name: "ping", healthy: () => true };
