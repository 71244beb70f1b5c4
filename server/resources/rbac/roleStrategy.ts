import { authorizeRoleWrite } from "../../authorization/escalation.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateRules } from "./ruleValidation.ts";

/** Nobody grants more than they hold: see the escalation check. */
export const roleStrategy: Strategy = {
  nameFormat: "pathSegment",
  allowCreateOnUpdate: true,
  authorize: authorizeRoleWrite,
  validate: (_context, object) => validateRules(object, true),
};
