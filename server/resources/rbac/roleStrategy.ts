import { authorizeRoleWrite } from "../../authorization/escalation.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateRules } from "./ruleValidation.ts";

/** Nobody grants more than they hold: see the escalation check. */
export const roleStrategy: Strategy = {
  metadataOnUpdate: ["whole", "whole", "change"],
  nameFormat: "pathSegment",
  allowCreateOnUpdate: true,
  authorize: authorizeRoleWrite,
  validate: (_context, object) => validateRules(object, true),
  // The reference checks rules both as new ones and as changed ones, and lists what it finds twice.
  validateUpdate: (_context, object) => [...validateRules(object, true), ...validateRules(object, true)],
};
