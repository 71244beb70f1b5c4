/** Rules of keys whose values a selector takes from the pod that it stands in. */
import { child, type FieldError, forbidden, index, invalid } from "../../../../shared/fieldError.ts";
import { type LabelSelectorShape, validateLabelName } from "../labels.ts";

const NO_SELECTOR = "must not be specified when labelSelector is not set";

interface KeyedTerm {
  readonly labelSelector?: LabelSelectorShape | null;
  readonly matchLabelKeys?: readonly string[] | null;
  readonly mismatchLabelKeys?: readonly string[] | null;
}

/** Field errors of the keys of a spread constraint. @param path of the list */
export function validateSpreadKeys({ labelSelector, matchLabelKeys }: KeyedTerm, path: string): FieldError[] {
  const keys = matchLabelKeys ?? [];
  if (keys.length === 0) return [];
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key ?? ""),
  ]);
  return [
    ...(labelSelector ? [] : [forbidden(path, NO_SELECTOR)]),
    ...keys.flatMap((key, i) => [
      ...validateLabelName(key, index(path, i)),
      ...(selected.has(key) ? [invalid(index(path, i), key, "exists in both matchLabelKeys and labelSelector")] : []),
    ]),
  ];
}

/** Field errors of the keys of an affinity term. @param path of the term */
export function validateAffinityKeys(term: KeyedTerm, path: string): FieldError[] {
  const keys = term.matchLabelKeys ?? [];
  const others = term.mismatchLabelKeys ?? [];
  const mismatched = new Set(others);
  return [
    ...validateKeys(keys, term, child(path, "matchLabelKeys")),
    ...validateKeys(others, term, child(path, "mismatchLabelKeys")),
    ...validateSelected(keys, term.labelSelector, path),
    ...keys.flatMap((key, i) =>
      mismatched.has(key)
        ? [invalid(index(child(path, "matchLabelKeys"), i), key, "exists in both matchLabelKeys and mismatchLabelKeys")]
        : [],
    ),
  ];
}

function validateKeys(keys: readonly string[], { labelSelector }: KeyedTerm, path: string): FieldError[] {
  if (keys.length === 0) return [];
  return labelSelector
    ? keys.flatMap((key, i) => validateLabelName(key, index(path, i)))
    : [forbidden(path, NO_SELECTOR)];
}

/** By now the selector has one expression for each key that the pod has a value for: any other use is the client's. */
function validateSelected(
  keys: readonly string[],
  selector: LabelSelectorShape | undefined | null,
  path: string,
): FieldError[] {
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}));
  return (selector?.matchExpressions ?? []).flatMap(({ key = "" }) => {
    const at = keys.lastIndexOf(key);
    const twice = at >= 0 && seen.has(key);
    seen.add(key);
    return twice ? [invalid(index(path, at), key, "exists in both matchLabelKeys and labelSelector")] : [];
  });
}
