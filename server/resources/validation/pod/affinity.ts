/** Rules of affinity to nodes and to other pods. */

import type {
  Affinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from "kubernetes-types/core/v1";
import { append } from "../../../../shared/append.ts";
import { child, type FieldError, forbidden, index, invalid, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { validateLabelName, validateLabelSelector } from "../labels.ts";
import { checkLabel, invalidBy } from "../names.ts";
import { validateAffinityKeys } from "./labelKeys.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** Field errors of what draws a pod to nodes and other pods, or away. */
export function validateAffinity(affinity: Affinity | undefined | null, path: string): FieldError[] {
  if (affinity === undefined || affinity === null) return [];
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  const errors: FieldError[] = [];
  if (nodeAffinity) {
    const at = child(path, "nodeAffinity");
    const hard = nodeAffinity[REQUIRED];
    if (hard) append(errors, validateNodeSelector(hard, child(at, REQUIRED)));
    for (const [i, term] of (nodeAffinity[PREFERRED] ?? []).entries()) {
      const termPath = index(child(at, PREFERRED), i);
      append(errors, validateWeight(term.weight, termPath));
      append(errors, validateNodeSelectorTerm(term.preference ?? {}, child(termPath, "preference")));
    }
  }
  if (podAffinity) append(errors, validatePodAffinity(podAffinity, child(path, "podAffinity")));
  if (podAntiAffinity) append(errors, validatePodAffinity(podAntiAffinity, child(path, "podAntiAffinity")));
  return errors;
}

function validateWeight(weight: number | undefined, path: string): FieldError[] {
  const value = weight ?? 0;
  return value < 1 || value > 100 ? [invalid(child(path, "weight"), value, "must be in the range 1-100")] : [];
}

/** A selection of nodes: one of several terms must hold (also of volumes). */
export function validateNodeSelector(
  selector: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] },
  path: string,
): FieldError[] {
  const at = child(path, "nodeSelectorTerms");
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 0) return [required(at, "must have at least one node selector term")];
  return terms.flatMap((term, i) => validateNodeSelectorTerm(term, index(at, i)));
}

function validateNodeSelectorTerm(term: NodeSelectorTerm, path: string): FieldError[] {
  return [
    ...(term.matchExpressions ?? []).flatMap((requirement, i) =>
      validateRequirement(requirement, index(child(path, "matchExpressions"), i)),
    ),
    ...(term.matchFields ?? []).flatMap((requirement, i) =>
      validateFieldRequirement(requirement, index(child(path, "matchFields"), i)),
    ),
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

function validateFieldRequirement({ key, operator, values }: NodeSelectorRequirement, path: string): FieldError[] {
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
    ...(values ?? []).flatMap((value, i) => invalidBy(index(child(path, "values"), i), value, checkSubdomain(value))),
  ];
}

function validatePodAffinity(affinity: PodAffinity, path: string): FieldError[] {
  return [
    ...(affinity[REQUIRED] ?? []).flatMap((term, i) => validatePodTerm(term, index(child(path, REQUIRED), i))),
    ...(affinity[PREFERRED] ?? []).flatMap((term, i) => {
      const at = index(child(path, PREFERRED), i);
      return [
        ...validateWeight(term.weight, at),
        ...validatePodTerm(term.podAffinityTerm ?? { topologyKey: "" }, child(at, "podAffinityTerm")),
      ];
    }),
  ];
}

function validatePodTerm(term: PodAffinityTerm, path: string): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces, topologyKey = "" } = term;
  const at = child(path, "topologyKey");
  return [
    ...validateLabelSelector(labelSelector, child(path, "labelSelector")),
    ...validateLabelSelector(namespaceSelector, child(path, "namespaceSelector")),
    ...(namespaces ?? []).flatMap((name) => invalidBy(child(path, "namespace"), name, checkLabel(name))),
    ...validateAffinityKeys(term, path),
    ...(topologyKey === "" ? [required(at, "can not be empty")] : []),
    ...validateLabelName(topologyKey, at),
  ];
}
