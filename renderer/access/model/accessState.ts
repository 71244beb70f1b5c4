import type { BindingShape, Policy, SubjectIdentity } from "../../../shared/rbac/types.ts";
import type { Gap } from "../../api/listing.ts";
import type { RoleEntry } from "./roleEntry.ts";

/** Everything access depends on, as far as the user may see it. */
export interface AccessState {
  readonly roles: readonly RoleEntry[];
  readonly bindings: readonly BindingShape[];
  readonly policy: Policy;
  /** Who the console's user is; undefined while unknown. */
  readonly me: SubjectIdentity | undefined;
  readonly loading: boolean;
  /** What may not be seen, or was too much; answers computed here may be wrong in these respects. */
  readonly gaps: readonly Gap[];
  /** A failure other than a refusal. */
  readonly error: Error | undefined;
}
