/** Rules of node affinity, pod affinity and pod anti-affinity. */

import type {
  Affinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, required } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { checkLabelValue, checkSubdomain } from "../../../../../../shared/text/qualifiedName.ts";
import { labelSelectorErrors, validateLabelName } from "../../../../../ground/formats/names/labels.ts";
import { checkLabel, invalidBy } from "../../../../../ground/formats/names/names.ts";
import { validateAffinityKeys } from "./labelKeys.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** Field errors of a pod's affinity. */
export function* validateAffinity(affinity: Affinity | undefined | null, path: string): Steps<FieldError[]> {
  if (affinity === undefined || affinity === null) return [];
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  const errors: FieldError[] = [];
  if (nodeAffinity) {
    const at = child(path, "nodeAffinity");
    const hard = nodeAffinity[REQUIRED];
    if (hard) append(errors, yield* nodeSelectorErrors(hard, child(at, REQUIRED)));
    const soft = errorsWithin(nodeAffinity[PREFERRED], child(at, PREFERRED), function* (term, termPath) {
      return [
        ...validateWeight(term.weight, termPath),
        ...(yield* validateNodeSelectorTerm(term.preference ?? {}, child(termPath, "preference"))),
      ];
    });
    append(errors, yield* soft);
  }
  if (podAffinity) append(errors, yield* validatePodAffinity(podAffinity, child(path, "podAffinity")));
  if (podAntiAffinity) append(errors, yield* validatePodAffinity(podAntiAffinity, child(path, "podAntiAffinity")));
  return errors;
}

function validateWeight(weight: number | undefined, path: string): FieldError[] {
  const value = weight ?? 0;
  return value < 1 || value > 100 ? [invalid(child(path, "weight"), value, "must be in the range 1-100")] : [];
}

/** Field errors of a node selector (also of volumes); a node matches if any of the terms does. */
export function nodeSelectorErrors(selector: NodeSelection, path: string): Steps<FieldError[]> {
  return selectionErrors(selector, path, validateNodeSelectorTerm);
}

/**
 * The same, but values must also be valid label values; used for devices. For pods and volumes, the reference requires
 * this only after 1.32.
 */
export function deviceNodeSelectorErrors(selector: NodeSelection, path: string): Steps<FieldError[]> {
  return selectionErrors(selector, path, validateDeviceNodeTerm);
}

interface NodeSelection {
  readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
}

type TermRule = (term: NodeSelectorTerm, path: string) => Steps<FieldError[]>;

function* selectionErrors(selector: NodeSelection, path: string, validate: TermRule): Steps<FieldError[]> {
  const at = child(path, "nodeSelectorTerms");
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 0) return [required(at, "must have at least one node selector term")];
  return yield* errorsWithin(terms, at, validate);
}

function* validateDeviceNodeTerm(term: NodeSelectorTerm, path: string): Steps<FieldError[]> {
  return [
    ...(yield* errorsWithin(term.matchExpressions, child(path, "matchExpressions"), function* (requirement, at) {
      return [
        ...validateRequirement(requirement, at),
        ...(yield* errorsOfEach(requirement.values, child(at, "values"), (value, valueAt) =>
          invalidBy(valueAt, value, checkLabelValue(value)),
        )),
      ];
    })),
    ...(yield* errorsWithin(term.matchFields, child(path, "matchFields"), validateFieldRequirement)),
  ];
}

function* validateNodeSelectorTerm(term: NodeSelectorTerm, path: string): Steps<FieldError[]> {
  return [
    ...(yield* errorsOfEach(term.matchExpressions, child(path, "matchExpressions"), validateRequirement)),
    ...(yield* errorsWithin(term.matchFields, child(path, "matchFields"), validateFieldRequirement)),
  ];
}

function validateRequirement({ key = "", operator, values }: NodeSelectorRequirement, path: string): FieldError[] {
  const at = child(path, "values");
  const count = (values ?? []).length;
  const errors: FieldError[] = [];
  switch (operator as string | undefined) {
    case "In":
    case "NotIn":
      if (count === 0) errors.push(required(at, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case "Exists":
    case "DoesNotExist":
      if (count > 0) errors.push(forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      break;
    case "Gt":
    case "Lt":
      if (count !== 1) errors.push(required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      break;
    default:
      errors.push(invalid(child(path, "operator"), operator ?? "", "not a valid selector operator"));
  }
  return [...errors, ...validateLabelName(key, child(path, "key"))];
}

function* validateFieldRequirement(
  { key, operator, values }: NodeSelectorRequirement,
  path: string,
): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  switch (operator as string | undefined) {
    case "In":
    case "NotIn":
      if ((values ?? []).length !== 1) {
        errors.push(
          required(
            child(path, "values"),
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
          ),
        );
      }
      break;
    default:
      errors.push(invalid(child(path, "operator"), operator ?? "", "not a valid selector operator"));
  }
  if (key !== "metadata.name") {
    return [...errors, invalid(child(path, "key"), key ?? "", "not a valid field selector key")];
  }
  return [
    ...errors,
    ...(yield* errorsOfEach(values, child(path, "values"), (value, at) => invalidBy(at, value, checkSubdomain(value)))),
  ];
}

function* validatePodAffinity(affinity: PodAffinity, path: string): Steps<FieldError[]> {
  return [
    ...(yield* errorsWithin(affinity[REQUIRED], child(path, REQUIRED), validatePodTerm)),
    ...(yield* errorsWithin(affinity[PREFERRED], child(path, PREFERRED), function* (term, at) {
      return [
        ...validateWeight(term.weight, at),
        ...(yield* validatePodTerm(term.podAffinityTerm ?? { topologyKey: "" }, child(at, "podAffinityTerm"))),
      ];
    })),
  ];
}

function* validatePodTerm(term: PodAffinityTerm, path: string): Steps<FieldError[]> {
  const { labelSelector, namespaceSelector, namespaces, topologyKey = "" } = term;
  const at = child(path, "topologyKey");
  return [
    ...(yield* labelSelectorErrors(labelSelector, child(path, "labelSelector"))),
    ...(yield* labelSelectorErrors(namespaceSelector, child(path, "namespaceSelector"))),
    ...(yield* errorsOfEach(namespaces, path, (name) => invalidBy(child(path, "namespace"), name, checkLabel(name)))),
    ...(yield* validateAffinityKeys(term, path)),
    ...(topologyKey === "" ? [required(at, "can not be empty")] : []),
    ...validateLabelName(topologyKey, at),
  ];
}
