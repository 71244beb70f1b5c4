/** A server flag that the user may set for a sandbox, for display on the page. */
export interface FlagInfo {
  readonly name: string;
  /** Placeholder of the value, such as `<names>`; in brackets when the value is optional. */
  readonly argument: string;
  readonly about: string;
  /** Default value; empty when there is none. */
  readonly default: string;
}
