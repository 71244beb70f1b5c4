/** Deprecated labels of nodes that have newer names. */
import { child, index, key } from "../../../../shared/fieldError.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { flatEach, immediately, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

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

/** The warning about a node label; undefined when it is not deprecated. */
export function deprecatedLabelText(label: string, words: Vocabulary): string | undefined {
  return deprecatedLabels(words).get(label);
}

/** The warnings by label name, rendered once for each vocabulary. */
function deprecatedLabels(words: Vocabulary): ReadonlyMap<string, string> {
  const known = rendered.get(words);
  if (known !== undefined) return known;
  const texts = new Map(Object.entries(DEPRECATED).map(([name, text]) => [words.render(name), words.render(text)]));
  rendered.set(words, texts);
  return texts;
}

const rendered = new WeakMap<Vocabulary, ReadonlyMap<string, string>>();

/** Successors of labels, by the older name. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  "failure-domain.beta.{labelDomain}/zone": "topology.{labelDomain}/zone",
  "failure-domain.beta.{labelDomain}/region": "topology.{labelDomain}/region",
  "beta.{labelDomain}/os": "{labelDomain}/os",
  "beta.{labelDomain}/arch": "{labelDomain}/arch",
  "beta.{labelDomain}/instance-type": "node.{labelDomain}/instance-type",
};

/** Whether a label is the successor of another. */
export const succeedsLabel = (label: string, old: string, words: Vocabulary): boolean =>
  Object.entries(SUCCESSORS).some(([before, now]) => words.render(before) === old && words.render(now) === label);

interface Requirements {
  readonly matchExpressions?: readonly { readonly key?: string }[] | null;
}

/** Warnings about labels in a node selector's term. @param path of the term */
export const nodeTermWarnings = immediately(nodeTermWarningsInSteps);

/** The same in steps. */
export function nodeTermWarningsInSteps(
  term: Requirements | undefined,
  path: string,
  words: Vocabulary,
): Steps<string[]> {
  return flatEach(term?.matchExpressions ?? [], ({ key: label = "" }, i) => {
    const text = deprecatedLabelText(label, words);
    const at = child(index(child(path, "matchExpressions"), i), "key");
    return text === undefined ? [] : [`${at}: ${label} is ${text}`];
  });
}

/** Warnings about labels in a node selector map. @param path of the map */
export function* nodeLabelWarningsInSteps(
  labels: Readonly<Record<string, string>> | undefined | null,
  path: string,
  words: Vocabulary,
): Steps<string[]> {
  return yield* flatEach(yield* sortInSteps(Object.keys(labels ?? {})), (label) => {
    const text = deprecatedLabelText(label, words);
    return text === undefined ? [] : [`${key(path, label)}: ${text}`];
  });
}
