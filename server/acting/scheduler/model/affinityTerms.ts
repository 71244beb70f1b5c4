import type { Affinity, PodAffinityTerm, WeightedPodAffinityTerm } from "kubernetes-types/core/v1";
import type { LabelSelector as WrittenSelector } from "kubernetes-types/meta/v1";
import { fromStructured, type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";

type Labels = Readonly<Record<string, string>>;

/** Returns the labels of a namespace; undefined when it does not exist. */
export type NamespaceLabels = (namespace: string) => Labels | undefined;

/** The properties of a pod that selectors are matched against. */
export interface Labelled {
  readonly namespace: string;
  readonly labels: Labels;
}

/** One pod affinity term, prepared for matching. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly namespaces: readonly string[];
  /** Selects further namespaces by their labels; undefined for none. */
  readonly namespaceSelector: LabelSelector | undefined;
  /** Undefined matches nothing. */
  readonly selector: LabelSelector | undefined;
  /** Identifies the term: equal signatures select the same pods in the same topology. */
  readonly signature: string;
}

export interface WeightedTerm {
  readonly term: AffinityTerm;
  readonly weight: number;
}

/** A pod's affinity and anti-affinity terms. */
export interface PodTerms {
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly preferred: readonly WeightedTerm[];
  /** Preferred anti-affinity; the weights are positive. */
  readonly avoided: readonly WeightedTerm[];
}

export const NO_TERMS: PodTerms = { affinity: [], antiAffinity: [], preferred: [], avoided: [] };

export const selectorOf = (written: WrittenSelector | undefined): LabelSelector | undefined =>
  written === undefined ? undefined : fromStructured(written as Parameters<typeof fromStructured>[0]);

function affinityTerm(written: PodAffinityTerm, ownNamespace: string): AffinityTerm {
  const { topologyKey, namespaces = [], namespaceSelector, labelSelector } = written;
  const isOwn = namespaces.length === 0 && namespaceSelector === undefined;
  const term = {
    topologyKey,
    namespaces: isOwn ? [ownNamespace] : namespaces,
    namespaceSelector: selectorOf(namespaceSelector),
    selector: selectorOf(labelSelector),
  };
  return { ...term, signature: JSON.stringify(term) };
}

/** The terms of an affinity of a pod in a namespace. */
export function podTerms(affinity: Affinity | undefined, namespace: string): PodTerms {
  const together = affinity?.podAffinity;
  const apart = affinity?.podAntiAffinity;
  if (together === undefined && apart === undefined) return NO_TERMS;
  const required = (terms: readonly PodAffinityTerm[] = []): AffinityTerm[] =>
    terms.map((term) => affinityTerm(term, namespace));
  const weighted = (terms: readonly WeightedPodAffinityTerm[] = []): WeightedTerm[] =>
    terms.map(({ podAffinityTerm, weight }) => ({ term: affinityTerm(podAffinityTerm, namespace), weight }));
  return {
    affinity: required(together?.requiredDuringSchedulingIgnoredDuringExecution),
    antiAffinity: required(apart?.requiredDuringSchedulingIgnoredDuringExecution),
    preferred: weighted(together?.preferredDuringSchedulingIgnoredDuringExecution),
    avoided: weighted(apart?.preferredDuringSchedulingIgnoredDuringExecution),
  };
}

/** Whether a term selects a pod. */
export function selectsPod(term: AffinityTerm, pod: Labelled, namespaceLabels: NamespaceLabels): boolean {
  const { namespaces, namespaceSelector, selector } = term;
  if (selector === undefined) return false;
  const isThere =
    namespaces.includes(pod.namespace) ||
    (namespaceSelector !== undefined && matchesLabels(namespaceSelector, namespaceLabels(pod.namespace)));
  return isThere && matchesLabels(selector, pod.labels);
}
