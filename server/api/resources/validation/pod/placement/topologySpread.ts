/** Rules of topology spread constraints. */
import type { TopologySpreadConstraint } from "kubernetes-types/core/v1";
import { errorsWithin } from "../../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  invalid,
  notSupported,
  required,
} from "../../../../../../shared/fieldError.ts";
import { each, type Steps } from "../../../../../../shared/steps.ts";
import { labelSelectorErrors } from "../../../../../ground/formats/names/labels.ts";
import { validateOptionalChoice } from "../choice.ts";
import { validateSpreadKeys } from "./labelKeys.ts";

const UNSATISFIABLE = ["DoNotSchedule", "ScheduleAnyway"];
const POLICIES = ["Honor", "Ignore"];

/** Field errors of the constraints. Pairs of topology key and action must be unique; errors name the earlier of two. */
export function* validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined | null,
  path: string,
): Steps<FieldError[]> {
  const list = constraints ?? [];
  const kindOf = ({ topologyKey = "", whenUnsatisfiable = "" }: Partial<TopologySpreadConstraint>): string =>
    `{${topologyKey}, ${whenUnsatisfiable}}`;
  const last = new Map(yield* each(list, (constraint, i) => [kindOf(constraint), i] as const));
  return yield* errorsWithin(list, path, function* (constraint, constraintAt, i) {
    const at = (field: string): string => child(constraintAt, field);
    const { maxSkew = 0, topologyKey = "", whenUnsatisfiable = "" } = constraint;
    const errors: FieldError[] = [];
    if (maxSkew <= 0) errors.push(invalid(at("maxSkew"), maxSkew, "must be greater than zero"));
    if (topologyKey === "") errors.push(required(at("topologyKey"), "can not be empty"));
    if (!UNSATISFIABLE.includes(whenUnsatisfiable)) {
      errors.push(notSupported(at("whenUnsatisfiable"), whenUnsatisfiable, UNSATISFIABLE));
    }
    if (last.get(kindOf(constraint)) !== i) {
      errors.push(duplicate(at("{topologyKey, whenUnsatisfiable}"), kindOf(constraint)));
    }
    return [
      ...errors,
      ...validateMinDomains(constraint, at("minDomains")),
      ...validateOptionalChoice(constraint.nodeAffinityPolicy, POLICIES, at("nodeAffinityPolicy")),
      ...validateOptionalChoice(constraint.nodeTaintsPolicy, POLICIES, at("nodeTaintsPolicy")),
      ...(yield* validateSpreadKeys(constraint, at("matchLabelKeys"))),
      ...(yield* labelSelectorErrors(constraint.labelSelector, at("labelSelector"))),
    ];
  });
}

function validateMinDomains(
  { minDomains, whenUnsatisfiable = "" }: TopologySpreadConstraint,
  path: string,
): FieldError[] {
  if (minDomains === undefined || minDomains === null) return [];
  const errors: FieldError[] = minDomains <= 0 ? [invalid(path, minDomains, "must be greater than zero")] : [];
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return whenUnsatisfiable === "DoNotSchedule" ? errors : [...errors, invalid(path, minDomains, detail)];
}
