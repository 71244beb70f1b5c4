import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { authorizeRoleWrite } from "./escalation.ts";
import { aggregationErrors, ruleErrors } from "./ruleValidation.ts";

/** No user may grant more than the user holds: see the escalation check. */
export const clusterRoleStrategy: Strategy = {
  metadataOnUpdate: "woven",
  nameFormat: "pathSegment",
  allowCreateOnUpdate: true,
  authorize: authorizeRoleWrite,
  *validating(_context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const found = [...(yield* ruleErrors(object, false)), ...(yield* aggregationErrors(object, old))];
    // The reference validates an update as a new object and as a change, and lists the errors twice.
    return old === undefined ? found : [...whole, ...found, ...whole, ...found, ...change];
  },
};
