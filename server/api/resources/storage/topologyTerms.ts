import type { TopologySelectorTerm } from "kubernetes-types/core/v1";
import { append } from "../../../../shared/append.ts";
import { deepEqual } from "../../../../shared/deepEqual.ts";
import { child, duplicate, type FieldError, index, required } from "../../../../shared/fieldError.ts";
import { repeated } from "../../../../shared/repeated.ts";
import { validateLabelName } from "../../../ground/formats/labels.ts";

/** Values by key, the values sorted: what a term says, however it was written. */
type Meaning = Readonly<Record<string, readonly string[]>>;

/** Field errors of where volumes may be made: each term sound, and none said twice. */
export function validateTopologyTerms(
  terms: readonly Partial<TopologySelectorTerm>[] | undefined,
  path: string,
): FieldError[] {
  const meanings: Meaning[] = [];
  return (terms ?? []).flatMap((term, i, all) => {
    const at = child(index(path, i), "matchLabelExpressions");
    const { meaning, errors } = validateTerm(term, at);
    // The reference compares with one empty term for each term there is, before it comes to the real ones.
    const empty = Object.keys(meaning).length === 0 ? all.length : 0;
    const same = empty + meanings.filter((other) => deepEqual(other, meaning)).length;
    meanings.push(meaning);
    return [...errors, ...Array.from({ length: same }, () => duplicate(at, ""))];
  });
}

function validateTerm(term: Partial<TopologySelectorTerm>, path: string): { meaning: Meaning; errors: FieldError[] } {
  const meaning: Record<string, string[]> = {};
  const errors: FieldError[] = [];
  for (const [i, { key = "", values = [] }] of (term.matchLabelExpressions ?? []).entries()) {
    const at = index(path, i);
    const valuesPath = child(at, "values");
    if (values.length === 0) errors.push(required(valuesPath));
    for (const j of repeated(values)) errors.push(duplicate(index(valuesPath, j), values[j]));
    append(errors, validateLabelName(key, child(at, "key")));
    if (Object.hasOwn(meaning, key)) errors.push(duplicate(child(at, "key"), key));
    meaning[key] = [...new Set(values)].sort();
  }
  return { meaning, errors };
}
