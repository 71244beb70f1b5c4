import { authorizeRoleWrite } from "../../authorization/escalation.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateAggregation, validateRules } from "./ruleValidation.ts";

/** Nobody grants more than they hold: see the escalation check. */
export const clusterRoleStrategy: Strategy = {
  metadataOnUpdate: ["whole", "whole", "change"],
  nameFormat: "pathSegment",
  allowCreateOnUpdate: true,
  authorize: authorizeRoleWrite,
  validate: (_context, object) => [...validateRules(object, false), ...validateAggregation(object)],
  validateUpdate(_context, object, old) {
    const found = [...validateRules(object, false), ...validateAggregation(object, old)];
    // The reference checks rules both as new ones and as changed ones, and lists what it finds twice.
    return [...found, ...found];
  },
};
