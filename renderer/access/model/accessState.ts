import type { BindingShape, Policy, SubjectIdentity } from "../../../shared/rbac/types.ts";
import type { Gap } from "../../api/lists/listing.ts";
import type { RoleEntry } from "./roleEntry.ts";

/** Everything that determines access, as far as the user may read it. */
export interface AccessState {
  readonly roles: readonly RoleEntry[];
  readonly bindings: readonly BindingShape[];
  readonly policy: Policy;
  /** The identity of the console's user; undefined while unknown. */
  readonly me: SubjectIdentity | undefined;
  readonly loading: boolean;
  /** What the user may not read, or what exceeded the limits; answers computed here may be wrong in these respects. */
  readonly gaps: readonly Gap[];
  /** A failure other than a refusal. */
  readonly error: Error | undefined;
}
