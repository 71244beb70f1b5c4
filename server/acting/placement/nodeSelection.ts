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

/** Whether something holds of a node. */
export type NodeTest = (node: Node) => boolean;

const OPERATORS: ReadonlySet<string> = new Set<Operator>(["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]);

function requirements(expressions: readonly NodeSelectorRequirement[] = []): Requirement[] {
  return expressions.flatMap(({ key, operator, values = [] }) =>
    OPERATORS.has(operator) ? [{ key, operator: operator as Operator, values }] : [],
  );
}

/** A term without any requirement selects nothing. */
function termTest({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): NodeTest {
  if (matchExpressions.length + matchFields.length === 0) return () => false;
  const labels: LabelSelector = requirements(matchExpressions);
  const fields: LabelSelector = requirements(matchFields);
  return ({ metadata }) =>
    matchesLabels(labels, metadata?.labels) && matchesLabels(fields, { "metadata.name": metadata?.name ?? "" });
}

/** Any term will do. */
export function nodeSelectorTest({ nodeSelectorTerms = [] }: NodeSelector): NodeTest {
  const tests = nodeSelectorTerms.map(termTest);
  return (node) => tests.some((test) => test(node));
}

/** Where a pod has to go by its node selector and its node affinity; undefined when it may go anywhere. */
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

/** The sum of the weights of the preferred terms that a node meets. A term without requirements is met by all. */
export function preferenceScore(terms: readonly PreferredSchedulingTerm[]): (node: Node) => number {
  const weighted = terms
    .filter(({ weight }) => weight !== 0)
    .flatMap(({ weight, preference }) => {
      const { matchExpressions = [], matchFields = [] } = preference;
      return matchExpressions.length + matchFields.length === 0 ? [] : [{ weight, test: termTest(preference) }];
    });
  return (node) => weighted.reduce((sum, { weight, test }) => (test(node) ? sum + weight : sum), 0);
}

/** The names to which terms confine a pod by the field of the name; undefined when one of them does not. */
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
