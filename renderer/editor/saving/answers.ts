/** The user's decisions about contested fields, and their effect on the text and the request. */
import { type Document, isMap, isSeq } from "yaml";
import { locatePath } from "../../../shared/fieldset/locateField.ts";
import { type FieldPath, parseElement } from "../../../shared/fieldset/pathElement.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { parseText } from "../editingText.ts";
import { resolveFieldPath } from "../text/fieldPath.ts";
import type { FieldConflict, FieldOwner } from "./conflicts.ts";

/**
 * What to do with a contested field. `theirs`: put the owners' value into the user's text, without changing the owners.
 * `mine`: write the user's value (or remove the field) and take it from its owners. `leave`: keep the owners' value and
 * release the user's claim to the field. `share`: keep the owners' value and claim the field as well.
 */
export const CHOICES = ["theirs", "mine", "leave", "share"] as const;
export type Choice = (typeof CHOICES)[number];
/** By field. */
export type Choices = Readonly<Record<string, Choice>>;

/** The decisions so far for one edit. */
export interface Answers {
  /** Fields to take from their owners. */
  readonly taken: ReadonlySet<string>;
  readonly shared: readonly FieldPath[];
  readonly released: readonly FieldPath[];
}

export const NO_ANSWERS: Answers = { taken: new Set(), shared: [], released: [] };

const takenFrom = (field: string, { manager, subresource }: FieldOwner): string =>
  JSON.stringify([field, manager, subresource]);

/** Whether the user decided to take the field from all of its owners. */
export const isTaken = (answers: Answers, { field, owners }: FieldConflict): boolean =>
  owners.every((owner) => answers.taken.has(takenFrom(field, owner)));

/** Adds decisions to the answers. */
export function addAnswers(answers: Answers, conflicts: readonly FieldConflict[], choices: Choices): Answers {
  const of = (choice: Choice): readonly FieldConflict[] => conflicts.filter(({ field }) => choices[field] === choice);
  const paths = (choice: Choice): FieldPath[] => of(choice).flatMap(({ path }) => (path === undefined ? [] : [path]));
  const taken = of("mine").flatMap(({ field, owners }) => owners.map((owner) => takenFrom(field, owner)));
  return {
    taken: new Set([...answers.taken, ...taken]),
    shared: [...answers.shared, ...paths("share")],
    released: [...answers.released, ...paths("leave")],
  };
}

/**
 * Applies the choices to the text, keeping comments and order: every choice but `mine` sets the field to the owners'
 * value, also if the text had removed the field.
 *
 * @param live the object with the owners' values
 */
export function applyChoices(
  text: string,
  live: ApiObject,
  conflicts: readonly FieldConflict[],
  choices: Choices,
): string {
  const parsed = parseText(text);
  if (!parsed.ok) return text;
  // Finds all places first, because a change may move them.
  const changes = conflicts.flatMap((conflict) => {
    if ((choices[conflict.field] ?? "mine") === "mine") return [];
    const change = restore(parsed.document, parsed.object, live, conflict);
    return change === undefined ? [] : [change];
  });
  if (changes.length === 0) return text;
  for (const change of changes) change();
  return parsed.document.toString({ lineWidth: 0 });
}

/** Prepares setting a field of the document to the owners' value. */
function restore(
  document: Document,
  mine: ApiObject,
  live: ApiObject,
  { field, path, theirs }: FieldConflict,
): (() => void) | undefined {
  const place = path === undefined ? resolveFieldPath(mine, field) : locatePath(mine, path);
  const parent = place?.slice(0, -1) ?? (path === undefined ? undefined : locatePath(mine, path.slice(0, -1)));
  if (parent === undefined) return undefined;
  const holder = parent.length === 0 ? document.contents : document.getIn(parent, true);
  if (isMap(holder)) {
    const name = place?.at(-1) ?? nameOf(path);
    return theirs === undefined ? () => void holder.delete(name) : () => holder.set(name, document.createNode(theirs));
  }
  if (!isSeq(holder)) return undefined;
  const index = place?.at(-1);
  const item = typeof index === "number" ? holder.items[index] : undefined;
  const before = path === undefined ? undefined : locatePath(live, path)?.at(-1);
  return () => {
    const at = item === undefined ? Number(before ?? holder.items.length) : holder.items.indexOf(item);
    const values = theirs === undefined ? [] : [document.createNode(theirs)];
    holder.items.splice(Math.min(at, holder.items.length), item === undefined ? 0 : 1, ...values);
  };
}

function nameOf(path: FieldPath | undefined): string {
  const last = path?.at(-1);
  const element = last === undefined ? undefined : parseElement(last);
  return element?.kind === "field" ? element.name : "";
}
