/** One policy of mode ABAC: which users may do what. Empty parts match only what is empty; `*` matches everything. */
export interface Policy {
  /** When both are given, both must match; when neither is, the policy matches no user. */
  readonly user: string;
  readonly group: string;
  /** Only get, list and watch. */
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  /** A path outside of resources; `/x/*` matches everything that begins with `/x/`. */
  readonly nonResourcePath: string;
}
