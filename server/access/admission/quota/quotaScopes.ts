import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import { parseQuantity } from "../../../../shared/quantity.ts";
import { matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import type { Resources } from "../builtIn/podSpec.ts";

/** One condition of a quota's scopes. */
export interface ScopeSelector {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

interface QuotaSpec {
  readonly scopes?: readonly string[];
  readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeSelector[] };
}

/** The conditions that an object must all meet to be counted; empty for a quota without scopes. */
export function scopesOf(quota: ApiObject): ScopeSelector[] {
  const { scopes = [], scopeSelector } = (quota["spec"] ?? {}) as QuotaSpec;
  return [
    ...scopes.map((scopeName) => ({ scopeName, operator: "Exists" })),
    ...(scopeSelector?.matchExpressions ?? []),
  ];
}

/** Whether a quota with these scopes counts an object. A quota with any scope only counts pods. */
export function inScope(selectors: readonly ScopeSelector[], resource: GroupResource, object: ApiObject): boolean {
  if (selectors.length === 0) return true;
  return resource.group === "" && resource.resource === "pods" && selectors.every((each) => podMatches(each, object));
}

/** The selectors that an object matches; only pods match any. */
export const matchingScopes = (
  selectors: readonly ScopeSelector[],
  { group, resource }: GroupResource,
  object: ApiObject,
): ScopeSelector[] => (group === "" && resource === "pods" ? selectors.filter((each) => podMatches(each, object)) : []);

interface AffinityTerm {
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: object;
}
interface AffinityTerms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly AffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm?: AffinityTerm }[];
}
interface PodParts {
  readonly spec?: {
    readonly activeDeadlineSeconds?: number | bigint;
    readonly priorityClassName?: string;
    readonly containers?: readonly { readonly resources?: Resources }[];
    readonly initContainers?: readonly { readonly resources?: Resources }[];
    readonly affinity?: { readonly podAffinity?: AffinityTerms; readonly podAntiAffinity?: AffinityTerms };
  };
  readonly status?: { readonly qosClass?: string };
}

function podMatches({ scopeName, operator, values = [] }: ScopeSelector, pod: ApiObject): boolean {
  switch (scopeName) {
    case "Terminating":
      return isTerminating(pod);
    case "NotTerminating":
      return !isTerminating(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "CrossNamespacePodAffinity":
      return reachesOtherNamespaces(pod);
    case "PriorityClass": {
      const name = (pod as PodParts).spec?.priorityClassName;
      const requirement = { key: scopeName, operator: operator as "In", values };
      return matchesLabels([requirement], name ? { [scopeName]: name } : undefined);
    }
  }
  return false;
}

/** Whether a pod has a deadline. */
export function isTerminating(pod: ApiObject): boolean {
  const seconds = (pod as PodParts).spec?.activeDeadlineSeconds;
  return seconds !== undefined && seconds !== null && seconds >= 0;
}

/** Whether a pod requests neither cpu nor memory. */
function isBestEffort(pod: ApiObject): boolean {
  const { spec, status } = pod as PodParts;
  if (status?.qosClass) return status.qosClass === "BestEffort";
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  return containers.every(({ resources = {} }) =>
    [resources.requests, resources.limits].every((amounts = {}) =>
      ["cpu", "memory"].every((name) => parseQuantity(amounts[name] ?? "0").digits <= 0n),
    ),
  );
}

/** Whether a pod's affinity refers to pods of other namespaces. */
function reachesOtherNamespaces(pod: ApiObject): boolean {
  const { podAffinity, podAntiAffinity } = (pod as PodParts).spec?.affinity ?? {};
  const terms = [podAffinity, podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => term.podAffinityTerm ?? {}),
  ]);
  return terms.some((term) => (term.namespaces ?? []).length > 0 || Boolean(term.namespaceSelector));
}
