/** One policy of mode ABAC: which users may do what. Empty parts only match empty values; `*` matches everything. */
export interface Policy {
  /** When both are given, both must match; when neither is, the policy matches no user. */
  readonly user: string;
  readonly group: string;
  /** Whether it only allows get, list and watch. */
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  /** A non-resource path; `/x/*` matches everything that begins with `/x/`. */
  readonly nonResourcePath: string;
}
