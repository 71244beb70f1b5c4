import { closingQuote } from "../../../shared/json/closingQuote.ts";
import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import { atOnce, isTurnDue, type Steps } from "../../../shared/steps.ts";
import { type FieldPath, pathText } from "../schema/fieldPath.ts";

/** Facts about a JSON text that the parsed value no longer shows. */
export interface FieldScan {
  /**
   * `duplicate field "spec.replicas"`, without repetition, in order of appearance; at most as many as the reference
   * collects.
   */
  readonly duplicates: readonly string[];
  /** By such a message, or by a requested one: the position of the member among all members. */
  readonly position: ReadonlyMap<string, number>;
}

/** Maximum number of errors that the reference collects per document. */
const MAX_DUPLICATES = 100;

/**
 * Whether any object in the text contains a member twice: parsing keeps only one of them, so the value has fewer
 * members than the text has colons. This is much cheaper than a scan, which is then only needed to report the names.
 *
 * @param value the parsed value of the text
 */
export function* hasDuplicates(text: string, value: unknown): Steps<boolean> {
  return (yield* countColons(text)) !== (yield* countMembers(value));
}

function* countColons(text: string): Steps<number> {
  let colons = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = closingQuote(text, i);
    } else if (code === 0x3a || code === 0x2c) {
      if (code === 0x3a) colons += 1;
      if (isTurnDue()) yield;
    }
  }
  return colons;
}

function* countMembers(value: unknown): Steps<number> {
  let members = 0;
  const pending: object[] = isContainer(value) ? [value] : [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      for (const item of next as readonly unknown[]) {
        if (isContainer(item)) pending.push(item);
        if (isTurnDue()) yield;
      }
      continue;
    }
    for (const name of Object.keys(next)) {
      members += 1;
      const member = (next as Readonly<Record<string, unknown>>)[name];
      if (isContainer(member)) pending.push(member);
      if (isTurnDue()) yield;
    }
  }
  return members;
}

const isContainer = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof JsonNumber);

/** The requested paths as a tree, so that each member takes one look-up, at any depth. */
interface PathTree {
  message?: string;
  readonly below: Map<string | number, PathTree>;
}

function pathTree(paths: ReadonlyMap<string, FieldPath>): PathTree {
  const root: PathTree = { below: new Map() };
  for (const [message, path] of paths) {
    let at = root;
    for (const step of path) {
      const next = at.below.get(step) ?? { below: new Map() };
      at.below.set(step, next);
      at = next;
    }
    at.message = message;
  }
  return root;
}

/** An object or an array that the scan is inside of. */
interface Level {
  /** For an object: the names of its members so far. */
  readonly names: Set<string> | undefined;
  /** The current member or item. */
  step: string | number;
  readonly sought: PathTree | undefined;
}

/**
 * Scans the members of a JSON text in linear time. Positions are only recorded for reported members. The text must be
 * valid.
 *
 * @param sought the requested members: messages about them, with their paths
 */
export const scanJsonFields = (text: string, sought: ReadonlyMap<string, FieldPath> = new Map()): FieldScan =>
  atOnce(jsonFieldSteps(text, sought));

/** The same, in slices that yield to the event loop. */
export function* jsonFieldSteps(text: string, sought: ReadonlyMap<string, FieldPath>): Steps<FieldScan> {
  const position = new Map<string, number>();
  const duplicates: string[] = [];
  const levels: Level[] = [];
  const root = sought.size === 0 ? undefined : pathTree(sought);
  let top: Level | undefined;
  let members = 0;
  let nameNext = false;
  const enter = (names: Set<string> | undefined, step: string | number): void => {
    const place = top === undefined ? root : top.sought?.below.get(top.step);
    top = { names, step, sought: place };
    levels.push(top);
    nameNext = names !== undefined;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      const end = closingQuote(text, i);
      if (nameNext && top?.names !== undefined) {
        nameNext = false;
        members += 1;
        const name = readName(text, i, end);
        top.step = name;
        if (!top.names.has(name)) top.names.add(name);
        else if (duplicates.length < MAX_DUPLICATES) {
          const message = `duplicate field ${JSON.stringify(pathText(levels.map(({ step }) => step)))}`;
          if (!position.has(message)) {
            position.set(message, members);
            duplicates.push(message);
          }
        }
        const message = top.sought?.below.get(name)?.message;
        if (message !== undefined && !position.has(message)) position.set(message, members);
        if (isTurnDue()) yield;
      }
      i = end;
    } else if (code === 0x7b) {
      enter(new Set(), "");
    } else if (code === 0x5b) {
      enter(undefined, 0);
    } else if (code === 0x7d || code === 0x5d) {
      levels.pop();
      top = levels.at(-1);
      nameNext = false;
    } else if (code === 0x2c && top !== undefined) {
      if (typeof top.step === "number") top.step += 1;
      else nameNext = true;
    }
  }
  return { duplicates, position };
}

/** The name between two quotes. */
function readName(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** Sorts messages about fields of a text by the position of the fields. */
export function inDocumentOrder({ position }: FieldScan, messages: readonly string[]): string[] {
  return [...messages].sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0));
}
