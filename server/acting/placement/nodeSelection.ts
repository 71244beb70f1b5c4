import type {
  Node,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodSpec,
  PreferredSchedulingTerm,
} from "kubernetes-types/core/v1";
import {
  type LabelSelector,
  matchesLabels,
  type Operator,
  type Requirement,
} from "../../../shared/selectors/labelSelector.ts";

/** A predicate on nodes. */
export type NodeTest = (node: Node) => boolean;

const OPERATORS: ReadonlySet<string> = new Set<Operator>(["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]);

function requirements(expressions: readonly NodeSelectorRequirement[] = []): Requirement[] {
  return expressions.flatMap(({ key, operator, values = [] }) =>
    OPERATORS.has(operator) ? [{ key, operator: operator as Operator, values }] : [],
  );
}

/** A term without any requirement matches nothing. */
function termTest({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): NodeTest {
  if (matchExpressions.length + matchFields.length === 0) return () => false;
  const labels: LabelSelector = requirements(matchExpressions);
  const fields: LabelSelector = requirements(matchFields);
  return ({ metadata }) =>
    matchesLabels(labels, metadata?.labels) && matchesLabels(fields, { "metadata.name": metadata?.name ?? "" });
}

/** Terms are alternatives: a node must match any of them. */
export function nodeSelectorTest({ nodeSelectorTerms = [] }: NodeSelector): NodeTest {
  const tests = nodeSelectorTerms.map(termTest);
  return (node) => tests.some((test) => test(node));
}

/** The nodes that a pod's node selector and required node affinity permit; undefined when all are. */
export function requiredNodes({ nodeSelector, affinity }: PodSpec): NodeTest | undefined {
  const pairs = Object.entries(nodeSelector ?? {});
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (pairs.length === 0 && required === undefined) return undefined;
  const isInAffinity = required === undefined ? undefined : nodeSelectorTest(required);
  return (node) => {
    const labels = node.metadata?.labels ?? {};
    return (
      pairs.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value) &&
      (isInAffinity?.(node) ?? true)
    );
  };
}

/**
 * The sum of the weights of the preferred terms that a node matches. A term without requirements matches every node.
 */
export function preferenceScore(terms: readonly PreferredSchedulingTerm[]): (node: Node) => number {
  const weighted = terms
    .filter(({ weight }) => weight !== 0)
    .flatMap(({ weight, preference }) => {
      const { matchExpressions = [], matchFields = [] } = preference;
      return matchExpressions.length + matchFields.length === 0 ? [] : [{ weight, test: termTest(preference) }];
    });
  return (node) => weighted.reduce((sum, { weight, test }) => (test(node) ? sum + weight : sum), 0);
}

/** The node names to which the terms restrict a pod by `metadata.name`; undefined when any term does not. */
export function namedNodes({ nodeSelectorTerms = [] }: NodeSelector): Set<string> | undefined {
  const names = new Set<string>();
  for (const { matchFields = [] } of nodeSelectorTerms) {
    let own: Set<string> | undefined;
    for (const { key, operator, values = [] } of matchFields) {
      if (key !== "metadata.name" || operator !== "In") continue;
      const before = own;
      own = new Set(before === undefined ? values : values.filter((value) => before.has(value)));
    }
    if (own === undefined) return undefined;
    for (const name of own) names.add(name);
  }
  return names;
}
