/** Problems in an expression, in the reference's format: position, source line, caret. */

export interface Diagnostic {
  /** Index in the source, in UTF-16 units. */
  readonly offset: number;
  readonly message: string;
}

/** Why an expression was refused: its syntax, its types, the type of its result, or its preparation as a program. */
export type CompileErrorKind = "syntax" | "type" | "result" | "program";

/** An expression that cannot be used. The message contains all problems. */
export class CompileError extends Error {
  override readonly name = "CompileError";
  readonly kind: CompileErrorKind;
  /** Name of the type of the result; only for kind `result`. */
  readonly found: string | undefined;

  constructor(kind: CompileErrorKind, message: string, found?: string) {
    super(message);
    this.kind = kind;
    this.found = found;
  }
}

/** The message for an invalid expression in an object: whether it does not compile, or has the wrong result type. */
export function describeCompileError({ kind, message, found }: CompileError): string {
  if (kind === "program") return `program instantiation failed: ${message}`;
  if (kind !== "result") return `compilation failed: ${message}`;
  return found === undefined ? message : `${message} but got ${found}`;
}

/** An evaluation that failed. */
export class CelError extends Error {
  override readonly name: string = "CelError";
}

/**
 * An evaluation that was stopped because it did too much work; no operator inside the expression can absorb this error.
 */
export class CostLimitError extends CelError {
  override readonly name = "CostLimitError";

  constructor() {
    super("operation cancelled: actual cost limit exceeded");
  }
}

const MAX_REPORTED = 100;

/** All problems in source order, one below the other. */
export function renderDiagnostics(source: string, found: readonly Diagnostic[]): string {
  const sorted = [...found].sort((a, b) => a.offset - b.offset);
  const shown = sorted.slice(0, MAX_REPORTED).map((each) => renderOne(source, each));
  if (sorted.length > MAX_REPORTED) shown.push(`${sorted.length - MAX_REPORTED} more errors were truncated`);
  return shown.join("\n");
}

function renderOne(source: string, { offset, message }: Diagnostic): string {
  const before = source.slice(0, offset);
  const line = before.split("\n").length;
  const start = before.lastIndexOf("\n") + 1;
  const end = source.indexOf("\n", start);
  const ahead = [...source.slice(start, offset)];
  const dots = ahead.map((char) => (isWide(char) ? "\uff0e" : ".")).join("");
  const caret = isWide(source.charAt(offset)) ? "\uff3e" : "^";
  const text = source.slice(start, end < 0 ? source.length : end).replaceAll("\t", " ");
  return `ERROR: <input>:${line}:${ahead.length + 1}: ${message}\n | ${text}\n | ${dots}${caret}`;
}

/** Whether a dot below a character is a wide one: below all but ASCII. */
const isWide = (char: string): boolean => (char.codePointAt(0) ?? 0) > 0x7f;
