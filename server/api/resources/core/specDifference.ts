import { append } from "../../../../shared/collections/append.ts";
import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";

/**
 * Two states of a spec compared, for people: changed fields with `-` and `+`, the rest only counted. The reference
 * prints its internal structures here, which no client parses.
 *
 * @param type name of the structure
 */
export function* specDifference(type: string, before: object, after: object): Steps<string> {
  return [`  core.${type}{`, ...(yield* difference(before, after, "  \t")), "  }", ""].join("\n");
}

function* difference(before: object, after: object, indent: string): Steps<string[]> {
  const old = before as Readonly<Record<string, unknown>>;
  const next = after as Readonly<Record<string, unknown>>;
  const lines: string[] = [];
  let identical = 0;
  for (const field of new Set([...Object.keys(old), ...Object.keys(next)])) {
    if (isTurnDue()) yield;
    if (yield* equalInSteps(old[field], next[field])) {
      identical += 1;
      continue;
    }
    const name = Array.isArray(before) ? "" : `${field[0]?.toUpperCase()}${field.slice(1)}: `;
    if (isContainer(old[field]) && isContainer(next[field])) {
      lines.push(`${indent}${name}{`);
      append(lines, yield* difference(old[field], next[field], `${indent}\t`));
      lines.push(`${indent}},`);
      continue;
    }
    const signed = (sign: string): string => sign + indent.slice(1);
    if (Object.hasOwn(old, field) || !Array.isArray(before)) lines.push(`${signed("-")}${name}${text(old[field])},`);
    if (Object.hasOwn(next, field) || !Array.isArray(after)) lines.push(`${signed("+")}${name}${text(next[field])},`);
  }
  if (identical > 0)
    lines.push(`${indent}... // ${identical} identical ${Array.isArray(before) ? "elements" : "fields"}`);
  return lines;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

const text = (value: unknown): string => (value === undefined || value === null ? "nil" : JSON.stringify(value));
