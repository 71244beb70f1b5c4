/** JSON paths of custom resource definitions: printer columns, selectable fields, the replicas of a scale. */
import type { ApiObject } from "../object.ts";

type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "slice"; readonly from: number; readonly to: number | undefined; readonly step: number }
  | { readonly kind: "all" }
  | { readonly kind: "descend" }
  | { readonly kind: "filter"; readonly path: readonly Step[]; readonly operator: string; readonly value: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A parsed path: returns all matching values of an object, in order. */
export type JsonPath = (object: unknown) => unknown[];

const SIMPLE = /^(\.[A-Za-z0-9_-]+)+$/;

/** The field names of a path that consists of fields only (`.spec.replicas`); undefined for other paths. */
export function simplePath(text: string): readonly string[] | undefined {
  return SIMPLE.test(text) ? text.slice(1).split(".") : undefined;
}

/** The value at a path of field names, or undefined. */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) {
    if (!isRecord(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** Sets the value at a path of field names, creating missing objects. Modifies `object`. */
export function setAt(object: ApiObject, path: readonly string[], value: unknown): void {
  let at: Record<string, unknown> = object;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (isRecord(next)) at = next;
    else {
      const made: Record<string, unknown> = {};
      at[name] = made;
      at = made;
    }
  }
  at[path.at(-1) ?? ""] = value;
}

/** One step of a path. A backslash escapes the next character of a name. */
const STEP =
  /^(?:\.\.|\.(?!\*)((?:\\.|[^\\\s.,[\]$@{}])+)|\.?\[\s*(-?\d+)\s*\]|\.?\[\s*(-?\d*):(-?\d*)(?::(-?\d*))?\s*\]|\.?\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\.?\[\s*"((?:[^"\\]|\\.)*)"\s*\]|\.?(\[\s*\*\s*\]|\.\*)|\[\s*\?\(([^)]*)\)\s*\])/;
/** What a filter compares with. */
const OPERATOR = /==|!=|<=|>=|<|>/;

/**
 * Parses a path such as `.status.conditions[?(@.type=="Ready")].status`.
 * @returns undefined when the path is malformed
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const steps = parseSteps(text.replace(/^\$/, ""));
  return steps === undefined ? undefined : (object) => follow(steps, [object]);
}

function parseSteps(text: string): Step[] | undefined {
  const steps: Step[] = [];
  let rest = text;
  if (rest !== "" && !/^[.[]/.test(rest)) return undefined;
  while (rest !== "") {
    const match = STEP.exec(rest);
    if (match === null) return undefined;
    const [whole, name, position, from, to, step, single, double, star, filter] = match;
    rest = rest.slice(whole.length);
    const label = name ?? single ?? double;
    if (label !== undefined) steps.push({ kind: "field", name: label.replaceAll("\\", "") });
    else if (position !== undefined) steps.push({ kind: "index", index: Number(position) });
    else if (from !== undefined) {
      const end = to === undefined || to === "" ? undefined : Number(to);
      const stride = step === undefined || step === "" ? 1 : Number(step);
      if (stride < 1) return undefined;
      steps.push({ kind: "slice", from: Number(from), to: end, step: stride });
    } else if (star !== undefined) steps.push({ kind: "all" });
    else if (filter !== undefined) {
      const parsed = parseFilter(filter);
      if (parsed === undefined) return undefined;
      steps.push(parsed);
    } else {
      steps.push({ kind: "descend" });
      rest = rest.startsWith("[") || rest.startsWith(".") ? rest : `.${rest}`;
    }
  }
  return steps;
}

function parseFilter(text: string): Step | undefined {
  const operator = OPERATOR.exec(text);
  if (operator === null) return undefined;
  const left = text.slice(0, operator.index).trim();
  const literal = text.slice(operator.index + operator[0].length).trim();
  if (!/^@[.[]/.test(left)) return undefined;
  const path = parseSteps(left.slice(1));
  const quoted = /^(['"])(.*)\1$/.exec(literal);
  let value: unknown = quoted?.[2];
  if (quoted === null) {
    try {
      value = JSON.parse(literal) as unknown;
    } catch {
      return undefined;
    }
  }
  return path === undefined ? undefined : { kind: "filter", path, operator: operator[0], value };
}

function follow(steps: readonly Step[], start: unknown[]): unknown[] {
  let values = start;
  for (const step of steps) values = values.flatMap((value) => take(step, value));
  return values;
}

function take(step: Step, value: unknown): unknown[] {
  switch (step.kind) {
    case "field":
      return isRecord(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : [];
    case "index":
      return Array.isArray(value) && value.at(step.index) !== undefined ? [value.at(step.index)] : [];
    case "slice":
      return Array.isArray(value)
        ? value.slice(step.from, step.to).filter((_: unknown, i: number) => i % step.step === 0)
        : [];
    case "all":
      return Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
    case "descend":
      return [value, ...take({ kind: "all" }, value).flatMap((each) => take(step, each))];
    case "filter":
      return Array.isArray(value)
        ? value.filter((item: unknown) => follow(step.path, [item]).some((found) => holds(found, step)))
        : [];
  }
}

function holds(found: unknown, { operator, value }: Extract<Step, { kind: "filter" }>): boolean {
  if (operator === "==") return found === value;
  if (operator === "!=") return found !== value;
  if (typeof found !== typeof value || (typeof found !== "number" && typeof found !== "string")) return false;
  const other = value as typeof found;
  if (operator === "<") return found < other;
  if (operator === "<=") return found <= other;
  return operator === ">" ? found > other : found >= other;
}
