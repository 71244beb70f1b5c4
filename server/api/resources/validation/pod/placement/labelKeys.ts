/** Rules of `matchLabelKeys`: keys whose values a selector takes from the labels of its own pod. */
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, index, invalid } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { type LabelSelectorShape, validateLabelName } from "../../../../../ground/formats/names/labels.ts";

const NO_SELECTOR = "must not be specified when labelSelector is not set";

interface KeyedTerm {
  readonly labelSelector?: LabelSelectorShape | null;
  readonly matchLabelKeys?: readonly string[] | null;
  readonly mismatchLabelKeys?: readonly string[] | null;
}

/** Field errors of the keys of a spread constraint. @param path of the list */
export function* validateSpreadKeys({ labelSelector, matchLabelKeys }: KeyedTerm, path: string): Steps<FieldError[]> {
  const keys = matchLabelKeys ?? [];
  if (keys.length === 0) return [];
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key ?? ""),
  ]);
  return [
    ...(labelSelector ? [] : [forbidden(path, NO_SELECTOR)]),
    ...(yield* errorsOfEach(keys, path, (key, at) => [
      ...validateLabelName(key, at),
      ...(selected.has(key) ? [invalid(at, key, "exists in both matchLabelKeys and labelSelector")] : []),
    ])),
  ];
}

/** Field errors of the keys of an affinity term. @param path of the term */
export function* validateAffinityKeys(term: KeyedTerm, path: string): Steps<FieldError[]> {
  const keys = term.matchLabelKeys ?? [];
  const others = term.mismatchLabelKeys ?? [];
  const mismatched = new Set(others);
  return [
    ...(yield* validateKeys(keys, term, child(path, "matchLabelKeys"))),
    ...(yield* validateKeys(others, term, child(path, "mismatchLabelKeys"))),
    ...(yield* validateSelected(keys, term.labelSelector, path)),
    ...(yield* errorsOfEach(keys, child(path, "matchLabelKeys"), (key, at) =>
      mismatched.has(key) ? [invalid(at, key, "exists in both matchLabelKeys and mismatchLabelKeys")] : [],
    )),
  ];
}

function* validateKeys(keys: readonly string[], { labelSelector }: KeyedTerm, path: string): Steps<FieldError[]> {
  if (keys.length === 0) return [];
  return labelSelector ? yield* errorsOfEach(keys, path, validateLabelName) : [forbidden(path, NO_SELECTOR)];
}

/**
 * The selector already has one expression for each key that the pod has a label for; any further use of a key is the
 * client's.
 */
function validateSelected(
  keys: readonly string[],
  selector: LabelSelectorShape | undefined | null,
  path: string,
): Steps<FieldError[]> {
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}));
  const last = new Map(keys.map((key, i) => [key, i]));
  return errorsOfEach(selector?.matchExpressions, path, ({ key = "" }) => {
    const at = last.get(key) ?? -1;
    const twice = at >= 0 && seen.has(key);
    seen.add(key);
    return twice ? [invalid(index(path, at), key, "exists in both matchLabelKeys and labelSelector")] : [];
  });
}
