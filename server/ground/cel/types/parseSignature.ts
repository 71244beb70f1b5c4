/** Parses signatures of functions: `string.split(string, int): list(string)`. */
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  NULL,
  opaque,
  STRING,
  TIMESTAMP,
  UINT,
} from "./celType.ts";

export interface Signature {
  readonly name: string;
  /** Whether it is called as a method of its first argument: `x.f(y)`. */
  readonly member: boolean;
  /** Includes the receiver of a method. */
  readonly args: readonly CelType[];
  readonly result: CelType;
}

const SCALARS: Readonly<Record<string, CelType>> = {
  bool: BOOL,
  int: INT,
  uint: UINT,
  double: DOUBLE,
  string: STRING,
  bytes: BYTES,
  null: NULL,
  timestamp: TIMESTAMP,
  duration: DURATION,
  dyn: DYN,
};

/**
 * Parses a signature of the form `[receiver~]name(arg, …): result`. Single capitals are type parameters, other unknown
 * names are opaque types.
 * @example parseSignature("list(T)~indexOf(T): int").member // true
 */
export function parseSignature(text: string): Signature {
  let at = 0;
  const type = (): CelType => {
    const name = /[\w.]+/y;
    name.lastIndex = at;
    const found = name.exec(text)?.[0] ?? "";
    if (found === "") throw new Error(`no type at ${at} in ${text}`);
    at += found.length;
    const parameters: CelType[] = [];
    if (text[at] === "(") {
      do {
        at += text[at] === "," ? 2 : 1;
        parameters.push(type());
      } while (text[at] === ",");
      at += 1;
    }
    const [first = DYN, second = DYN] = parameters;
    if (found === "list") return { kind: "list", element: first };
    if (found === "map") return { kind: "map", key: first, value: second };
    if (found === "type") return { kind: "type", of: first };
    if (/^[A-Z]$/.test(found)) return { kind: "parameter", name: found };
    return SCALARS[found] ?? opaque(found, ...parameters);
  };
  const args: CelType[] = [];
  const receiver = text.indexOf("~");
  if (receiver >= 0) {
    args.push(type());
    at = receiver + 1;
  }
  const paren = text.indexOf("(", at);
  const name = text.slice(at, paren);
  at = paren + 1;
  while (text[at] !== ")") {
    args.push(type());
    if (text[at] === ",") at += 2;
  }
  at += "): ".length;
  return { name, member: receiver >= 0, args, result: type() };
}
