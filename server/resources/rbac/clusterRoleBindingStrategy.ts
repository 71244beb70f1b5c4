import { authorizeBindingWrite } from "../../authorization/escalation.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateBinding, validateRoleRefChange } from "./bindingValidation.ts";

/** Nobody binds a role that holds more than they do: see the escalation check. */
export const clusterRoleBindingStrategy: Strategy = {
  nameFormat: "pathSegment",
  allowCreateOnUpdate: true,
  authorize: authorizeBindingWrite,
  validate: (context, object) => validateBinding(context, object, false),
  validateUpdate: (context, object, old) => [
    ...validateBinding(context, object, false),
    ...validateRoleRefChange(object, old),
  ],
};
