/** A flag of the server that a sandbox may have, as the page shows it. */
export interface FlagInfo {
  readonly name: string;
  /** `<names>`; in brackets when it may stand without a value. */
  readonly argument: string;
  readonly about: string;
  /** Empty for none. */
  readonly default: string;
}
