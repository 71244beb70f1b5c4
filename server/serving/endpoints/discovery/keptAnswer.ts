import type { FullAnswer } from "../../../ground/request/context.ts";

/** The source of a document; its generation changes whenever the source changes. */
interface Source {
  readonly generation: number;
}

/** Encoded documents of one generation of their source. */
const answers = new WeakMap<Source, { generation: number; byKey: Map<string, FullAnswer> }>();

/** The answer made by `make` for `key`, memoized until the source changes. */
export function keptAnswer(source: Source, key: string, make: () => FullAnswer): FullAnswer {
  let entry = answers.get(source);
  if (entry === undefined || entry.generation !== source.generation) {
    entry = { generation: source.generation, byKey: new Map() };
    answers.set(source, entry);
  }
  let answer = entry.byKey.get(key);
  if (answer === undefined) {
    answer = make();
    // Only existing documents are memoized: otherwise anyone could fill the memory with made-up paths.
    if (answer.status === 200) entry.byKey.set(key, answer);
  }
  return answer;
}
