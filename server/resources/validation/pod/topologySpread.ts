/** Rules of how pods spread over the topology. */
import type { TopologySpreadConstraint } from "kubernetes-types/core/v1";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import { validateLabelSelector } from "../labels.ts";
import { validateOptionalChoice } from "./choice.ts";

const UNSATISFIABLE = ["DoNotSchedule", "ScheduleAnyway"];

/** Field errors of the constraints that spread pods. */
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined | null,
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  return (constraints ?? []).flatMap((constraint, i) => {
    const at = (field: string): string => child(index(path, i), field);
    const { maxSkew = 0, topologyKey = "", whenUnsatisfiable = "", minDomains } = constraint;
    const errors: FieldError[] = [];
    if (maxSkew <= 0) errors.push(invalid(at("maxSkew"), maxSkew, "must be greater than zero"));
    if (topologyKey === "") errors.push(required(at("topologyKey"), "can not be empty"));
    if (!UNSATISFIABLE.includes(whenUnsatisfiable)) {
      errors.push(notSupported(at("whenUnsatisfiable"), whenUnsatisfiable, UNSATISFIABLE));
    }
    const kind = `{${topologyKey}, ${whenUnsatisfiable}}`;
    if (seen.has(kind)) errors.push(duplicate(at("{topologyKey, whenUnsatisfiable}"), kind));
    seen.add(kind);
    if (minDomains !== undefined && minDomains !== null) {
      if (minDomains <= 0) errors.push(invalid(at("minDomains"), minDomains, "must be greater than zero"));
      if (whenUnsatisfiable === "ScheduleAnyway") {
        errors.push(
          invalid(
            at("minDomains"),
            minDomains,
            "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
          ),
        );
      }
    }
    return [
      ...errors,
      ...validateOptionalChoice(constraint.nodeAffinityPolicy, ["Honor", "Ignore"], at("nodeAffinityPolicy")),
      ...validateOptionalChoice(constraint.nodeTaintsPolicy, ["Honor", "Ignore"], at("nodeTaintsPolicy")),
      ...validateLabelSelector(constraint.labelSelector, at("labelSelector")),
    ];
  });
}
