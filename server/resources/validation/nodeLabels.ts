/** Labels of nodes that have newer names. */
import { child, index, key } from "../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";

const DEPRECATED: Readonly<Record<string, string>> = {
  "beta.{labelDomain}/arch": 'deprecated since v1.14; use "{labelDomain}/arch" instead',
  "beta.{labelDomain}/os": 'deprecated since v1.14; use "{labelDomain}/os" instead',
  "failure-domain.beta.{labelDomain}/region": 'deprecated since v1.17; use "topology.{labelDomain}/region" instead',
  "failure-domain.beta.{labelDomain}/zone": 'deprecated since v1.17; use "topology.{labelDomain}/zone" instead',
  "beta.{labelDomain}/instance-type": 'deprecated since v1.17; use "node.{labelDomain}/instance-type" instead',
  "app.{labelDomain}/created-by": "deprecated since v1.9",
  "scheduler.alpha.{labelDomain}/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
  "node-role.{labelDomain}/master": 'use "node-role.{labelDomain}/control-plane" instead',
};

/** What to say about the use of a node's label; undefined for one that is fine. */
export function deprecatedLabelText(label: string, words: Vocabulary): string | undefined {
  const found = Object.entries(DEPRECATED).find(([name]) => words.render(name) === label);
  return found === undefined ? undefined : words.render(found[1]);
}

interface Requirements {
  readonly matchExpressions?: readonly { readonly key?: string }[] | null;
}

/** Warnings about labels in a node selector's term. @param path of the term */
export function nodeTermWarnings(term: Requirements | undefined, path: string, words: Vocabulary): string[] {
  return (term?.matchExpressions ?? []).flatMap(({ key: label = "" }, i) => {
    const text = deprecatedLabelText(label, words);
    const at = child(index(child(path, "matchExpressions"), i), "key");
    return text === undefined ? [] : [`${at}: ${label} is ${text}`];
  });
}

/** Warnings about labels that are selected by value. @param path of the map */
export function nodeLabelWarnings(
  labels: Readonly<Record<string, string>> | undefined | null,
  path: string,
  words: Vocabulary,
): string[] {
  return Object.keys(labels ?? {})
    .sort()
    .flatMap((label) => {
      const text = deprecatedLabelText(label, words);
      return text === undefined ? [] : [`${key(path, label)}: ${text}`];
    });
}
