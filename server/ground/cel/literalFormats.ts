/** Checks whether the arguments of a literal format match its clauses, as far as their types are known. */
import { CelError, type Diagnostic } from "./diagnostics.ts";
import { interpolate, unfit, type Verb } from "./library/formatClauses.ts";
import type { CallNode, Expression } from "./syntax/expression.ts";
import { type CelType, DYN, runtimeName } from "./types/celType.ts";

type Types = ReadonlyMap<Expression, CelType>;
type Kind = CelType["kind"];

const HEXADECIMAL: readonly Kind[] = ["int", "uint", "string", "bytes"];
const KINDS = {
  s: ["list", "map", "int", "uint", "double", "bool", "string", "timestamp", "bytes", "duration", "type", "null_type"],
  d: ["int", "uint"],
  f: ["double", "string"],
  e: ["double", "string"],
  b: ["int", "uint", "bool"],
  o: ["int", "uint"],
  x: HEXADECIMAL,
  X: HEXADECIMAL,
} as const satisfies Readonly<Record<Verb, readonly Kind[]>>;

/** The problem of a call of `format`, when both the format and the list of its arguments are literals. */
export function checkFormat({ name, target, args, offset }: CallNode, types: Types): Diagnostic | undefined {
  const [list] = args;
  if (name !== "format" || target?.kind !== "constant" || typeof target.value !== "string") return undefined;
  if (list?.kind !== "list" || args.length !== 1) return undefined;
  const { elements } = list;
  let used = 0;
  let blamed: Expression | undefined;
  const format = (index: number, { verb }: { readonly verb: Verb }): string => {
    used = index + 1;
    const element = elements[index];
    blamed = element === undefined ? undefined : misfit(verb, element, types);
    if (blamed !== undefined) throw unfit(verb, runtimeName(types.get(blamed) ?? DYN));
    return "";
  };
  try {
    interpolate(target.value, { size: elements.length, endFirst: true, format });
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return { offset: blamed?.offset ?? offset, message: error.message };
  }
  if (elements.length <= used) return undefined;
  const counts = `expected ${used}, got ${elements.length}`;
  return { offset, message: `too many arguments supplied to string.format (${counts})` };
}

/** The part of an argument whose type does not match a clause. */
function misfit(verb: Verb, node: Expression, types: Types): Expression | undefined {
  const { kind } = types.get(node) ?? DYN;
  const kinds: readonly Kind[] = KINDS[verb];
  if (kind !== "dyn" && !kinds.includes(kind)) return node;
  if (verb !== "s") return undefined;
  const parts = node.kind === "list" ? node.elements : node.kind === "map" ? entriesOf(node.entries) : [];
  for (const part of parts) {
    const found = misfit(verb, part, types);
    if (found !== undefined) return found;
  }
  return undefined;
}

const entriesOf = (entries: readonly { readonly key: Expression; readonly value: Expression }[]): Expression[] =>
  entries.flatMap(({ key, value }) => [key, value]);
