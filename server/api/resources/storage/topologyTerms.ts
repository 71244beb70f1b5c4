import type { TopologySelectorTerm } from "kubernetes-types/core/v1";
import { repeatedInSteps } from "../../../../shared/collections/repeated.ts";
import { errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, FieldErrorList, index, required } from "../../../../shared/fieldError.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { validateLabelName } from "../../../ground/formats/names/labels.ts";

/** The normal form of an empty term. */
const EMPTY = "[]";

/** Field errors of the topologies where volumes may be created: each term must be valid, without duplicates. */
export function* topologyErrors(
  terms: readonly Partial<TopologySelectorTerm>[] | undefined,
  path: string,
): Steps<FieldError[]> {
  const count = (terms ?? []).length;
  /** How often each normal form of a term has occurred. */
  const said = new Map<string, number>();
  return yield* errorsWithin(terms, path, function* (term, itemPath) {
    const at = child(itemPath, "matchLabelExpressions");
    const { meaning, errors } = yield* readTerm(term, at);
    const before = said.get(meaning) ?? 0;
    said.set(meaning, before + 1);
    // The reference first compares each term with as many empty terms as there are terms.
    return repeatedly(errors, duplicate(at, ""), before + (meaning === EMPTY ? count : 0));
  });
}

/** Yields the errors, then one more error several times. */
function* repeatedly(errors: readonly FieldError[], error: FieldError, times: number): Generator<FieldError> {
  yield* errors;
  for (let i = 0; i < times; i++) yield error;
}

/** The normal form of a term: its values by key, all sorted, as JSON; and its errors. */
function* readTerm(
  term: Partial<TopologySelectorTerm>,
  path: string,
): Steps<{ readonly meaning: string; readonly errors: readonly FieldError[] }> {
  const valuesOf = new Map<string, readonly string[]>();
  const found = new FieldErrorList();
  for (const [i, { key = "", values = [] }] of (term.matchLabelExpressions ?? []).entries()) {
    if (isTurnDue()) yield;
    const at = index(path, i);
    const valuesPath = child(at, "values");
    if (values.length === 0) found.add(required(valuesPath));
    for (const j of yield* repeatedInSteps(values)) found.add(duplicate(index(valuesPath, j), values[j]));
    found.addAll(validateLabelName(key, child(at, "key")));
    if (valuesOf.has(key)) found.add(duplicate(child(at, "key"), key));
    valuesOf.set(key, yield* sortInSteps(new Set(values)));
  }
  return {
    meaning: JSON.stringify(yield* sortInSteps(valuesOf, ([a], [b]) => (a < b ? -1 : 1))),
    errors: found.errors,
  };
}
