/** Findings about an expression, in the reference's format: position, source line, caret. */

export interface Diagnostic {
  /** Index of a UTF-16 unit in the source. */
  readonly offset: number;
  readonly message: string;
}

/** Why an expression was refused: its syntax, its types, the type of its result, or what it was to be made ready with. */
export type CompileErrorKind = "syntax" | "type" | "result" | "program";

/** An expression that cannot be used. The message holds all findings. */
export class CompileError extends Error {
  override readonly name = "CompileError";
  readonly kind: CompileErrorKind;
  /** Name of the type that the result has; only of `result`. */
  readonly found: string | undefined;

  constructor(kind: CompileErrorKind, message: string, found?: string) {
    super(message);
    this.kind = kind;
    this.found = found;
  }
}

/** Findings about an expression that an object states: whether it compiles, and what its result would be. */
export function describeCompileError({ kind, message, found }: CompileError): string {
  if (kind === "program") return `program instantiation failed: ${message}`;
  if (kind !== "result") return `compilation failed: ${message}`;
  return found === undefined ? message : `${message} but got ${found}`;
}

/** An evaluation that has no value. */
export class CelError extends Error {
  override readonly name: string = "CelError";
}

/** An evaluation that was stopped because it did too much work; nothing inside an expression can absorb it. */
export class CostLimitError extends CelError {
  override readonly name = "CostLimitError";

  constructor() {
    super("operation cancelled: actual cost limit exceeded");
  }
}

const MAX_REPORTED = 100;

/** All findings in order of their place, one below the other. */
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
  const column = [...source.slice(start, offset)].length;
  const text = source.slice(start, end < 0 ? source.length : end).replaceAll("\t", " ");
  return `ERROR: <input>:${line}:${column + 1}: ${message}\n | ${text}\n | ${".".repeat(column)}^`;
}
