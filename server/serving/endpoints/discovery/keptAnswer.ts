import type { Catalog } from "../../../api/registry/catalog.ts";
import type { FullAnswer } from "../../../ground/request/context.ts";

/** Encoded documents of one state of a catalogue. */
const answers = new WeakMap<Catalog, { generation: number; byKey: Map<string, FullAnswer> }>();

/** The answer made by `make` for `key`, kept until the catalogue changes. */
export function keptAnswer(catalog: Catalog, key: string, make: () => FullAnswer): FullAnswer {
  let entry = answers.get(catalog);
  if (entry === undefined || entry.generation !== catalog.generation) {
    entry = { generation: catalog.generation, byKey: new Map() };
    answers.set(catalog, entry);
  }
  let answer = entry.byKey.get(key);
  if (answer === undefined) {
    answer = make();
    // Only documents that exist are kept: otherwise anyone could fill the memory with made-up paths.
    if (answer.status === 200) entry.byKey.set(key, answer);
  }
  return answer;
}
