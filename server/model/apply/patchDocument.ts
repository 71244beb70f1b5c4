import { isMap } from "../../../shared/json/jsonValues.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import { sortInSteps } from "../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { EditedList } from "./editedList.ts";

/** A container, and the last step of a pointer into it. */
export interface Place {
  readonly container: unknown;
  readonly key: string;
}

/** Lists shorter than this are changed directly. */
const LONG_LIST = 4096;

/**
 * The document that the operations of a JSON patch change in place. In the meantime, long lists with insertions are
 * stored separately as edited lists; {@link PatchDocument.whole} writes them back.
 */
export class PatchDocument {
  root: Record<string, unknown>;
  /** Containers on the paths of operations: the reference writes these with sorted members. */
  readonly #entered: Set<unknown>;
  /** The edited lists, by the original list. */
  readonly #edited = new Map<readonly unknown[], EditedList>();

  /** @param root a private copy */
  constructor(root: Record<string, unknown>) {
    this.root = root;
    this.#entered = new Set([root]);
  }

  replaceRoot(root: Record<string, unknown>): void {
    this.root = root;
    this.#entered.add(root);
  }

  /** The place that a pointer refers to; undefined when the path does not exist, and for the root. */
  locate(pointer: string): Place | undefined {
    const steps = pointer.split("/");
    if (steps.length < 2) return undefined;
    let container: unknown = this.root;
    for (let i = 1; i < steps.length - 1; i++) {
      const found = this.read({ container, key: unescaped(steps[i] ?? "") });
      if (found === undefined || found.value === null || typeof found.value !== "object") return undefined;
      container = found.value;
      this.#entered.add(container);
    }
    return { container, key: unescaped(steps[steps.length - 1] ?? "") };
  }

  /**
   * The value at a place (null for a missing key of a map); undefined when the place cannot exist. Lists inside may be
   * edited ones.
   */
  read({ container, key }: Place): { readonly value: unknown } | undefined {
    if (Array.isArray(container)) {
      const list = this.#list(container);
      const position = positionOf(key, list.length);
      return position === undefined ? undefined : { value: list.at(position) };
    }
    if (!isMap(container)) return undefined;
    return { value: Object.hasOwn(container, key) ? container[key] : null };
  }

  set({ container, key }: Place, value: unknown): boolean {
    if (Array.isArray(container)) {
      const edited = this.#edited.get(container);
      const position = positionOf(key, (edited ?? container).length);
      if (position === undefined) return false;
      if (edited === undefined) container[position] = value;
      else edited.set(position, value);
      return true;
    }
    if (!isMap(container)) return false;
    setMember(container as Record<string, unknown>, key, value);
    return true;
  }

  add(place: Place, value: unknown): boolean {
    const { container, key } = place;
    if (!Array.isArray(container)) return this.set(place, value);
    const { length } = this.#list(container);
    const position = key === "-" ? length : positionOf(key, length + 1);
    if (position === undefined) return false;
    const edited = this.#editedFor(container, position);
    if (edited === undefined) container.splice(position, 0, value);
    else edited.insert(position, value);
    return true;
  }

  remove({ container, key }: Place): boolean {
    if (Array.isArray(container)) {
      const position = positionOf(key, this.#list(container).length);
      if (position === undefined) return false;
      const edited = this.#editedFor(container, position);
      if (edited === undefined) container.splice(position, 1);
      else edited.remove(position);
      return true;
    }
    if (!isMap(container) || !Object.hasOwn(container, key)) return false;
    return Reflect.deleteProperty(container, key);
  }

  /** A value of the document as plain JSON. Its lists are written back; later operations may edit them again. */
  whole(value: unknown): unknown {
    if (this.#edited.size === 0 || typeof value !== "object" || value === null) return value;
    const list = Array.isArray(value) ? value : undefined;
    if (list !== undefined) {
      this.#edited.get(list)?.writeTo(list);
      this.#edited.delete(list);
    }
    for (const member of list ?? Object.values(value)) this.whole(member);
    return value;
  }

  /** The patched document. */
  *finish(): Steps<Record<string, unknown>> {
    for (const [list, edited] of this.#edited) {
      if (isTurnDue()) yield;
      edited.writeTo(list as unknown[]);
    }
    this.#edited.clear();
    for (const container of this.#entered) {
      if (isTurnDue()) yield;
      if (isMap(container)) yield* sortInPlace(container as Record<string, unknown>);
    }
    return this.root;
  }

  #list(list: readonly unknown[]): EditedList | readonly unknown[] {
    return this.#edited.get(list) ?? list;
  }

  /** The edited form of a list for a change at that position; undefined when the list itself can be changed. */
  #editedFor(list: unknown[], position: number): EditedList | undefined {
    const known = this.#edited.get(list);
    if (known !== undefined || list.length - position < LONG_LIST) return known;
    const edited = new EditedList(list);
    this.#edited.set(list, edited);
    return edited;
  }
}

const unescaped = (step: string): string =>
  step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;

function positionOf(key: string, length: number): number | undefined {
  if (!/^[+-]?\d+$/.test(key)) return undefined;
  const position = Number(key) < 0 ? Number(key) + length : Number(key);
  return position >= 0 && position < length ? position : undefined;
}

function* sortInPlace(map: Record<string, unknown>): Steps<void> {
  const names = Object.keys(map);
  if (isSorted(names)) return;
  for (const name of yield* sortInSteps(names)) {
    if (isTurnDue()) yield;
    const value = map[name];
    delete map[name];
    setMember(map, name, value);
  }
}

const isSorted = (names: readonly string[]): boolean =>
  names.every((name, i) => i === 0 || (names[i - 1] as string) < name);
