import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { bindingErrors, validateRoleRefChange } from "./bindingValidation.ts";
import { authorizeBindingWrite } from "./escalation.ts";

/**
 * Rules of role bindings and cluster role bindings. No user may bind a role that grants more than the user holds: see
 * the escalation check.
 * @param namespaced whether the binding is in a namespace, where it may bind roles and cluster roles
 */
export const bindingStrategy = (namespaced: boolean): Strategy => ({
  metadataOnUpdate: "woven",
  nameFormat: "pathSegment",
  allowCreateOnUpdate: true,
  authorize: authorizeBindingWrite,
  *validating(context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const found = yield* bindingErrors(context, object, namespaced);
    if (old === undefined) return found;
    // The reference validates an update as a new object and as a change, and lists the errors twice.
    return [...whole, ...found, ...whole, ...found, ...change, ...validateRoleRefChange(object, old)];
  },
});
