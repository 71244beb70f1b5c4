import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Toleration } from "./podSpec.ts";

/**
 * Whether whatever each of `tolerations` tolerates, one of `by` tolerates, too: covers it. Takes time in proportion to their
 * number.
 */
export function* areCovered(tolerations: readonly Toleration[], by: readonly Toleration[]): Steps<boolean> {
  const covers = new Covers();
  const texts = new Set<string>();
  for (const each of yield* placeAll(by)) {
    if (isTurnDue()) yield;
    covers.add(each);
    texts.add(each.text);
  }
  for (const toleration of tolerations) {
    if (isTurnDue()) yield;
    const each = placed(toleration);
    if (!texts.has(each.text) && !covers.cover(each)) return false;
  }
  return true;
}

/**
 * All of both but those that another one covers; of equal ones the first. Takes time in proportion to their number: what
 * may cover a toleration stands in few places.
 */
export function* mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Steps<Toleration[]> {
  const all = yield* placeAll([...first, ...second]);
  // From the last on, for each what comes behind it: whether any of that covers it and says something else.
  const later = new Covers();
  const redundant = new Set<Placed>();
  for (let i = all.length - 1; i >= 0; i--) {
    if (isTurnDue()) yield;
    const each = all[i] as Placed;
    if (later.cover(each, each.text)) redundant.add(each);
    later.add(each);
  }
  const kept = new Covers();
  const texts = new Set<string>();
  const merged: Toleration[] = [];
  for (const each of all) {
    if (isTurnDue()) yield;
    if (redundant.has(each) || texts.has(each.text) || kept.cover(each)) continue;
    kept.add(each);
    texts.add(each.text);
    merged.push(each.toleration);
  }
  return merged;
}

/** A toleration and what is asked of it over and over: strings that are made once. */
interface Placed {
  readonly toleration: Toleration;
  readonly text: string;
  readonly at: string;
  readonly covers: readonly string[];
}

const placed = (toleration: Toleration): Placed => ({
  toleration,
  text: textOf(toleration),
  at: placeOf(toleration),
  covers: placesThatCover(toleration),
});

function* placeAll(tolerations: readonly Toleration[]): Steps<Placed[]> {
  const all: Placed[] = [];
  for (const toleration of tolerations) {
    if (isTurnDue()) yield;
    all.push(placed(toleration));
  }
  return all;
}

/** Tolerations that say the same have the same text. */
const textOf = ({ key = "", operator = "", value = "", effect = "", tolerationSeconds }: Toleration): string =>
  place(key, operator, value, effect, String(tolerationSeconds));

/** Effects end after different times; no time stands for always. */
const lastsLonger = (by: Toleration, toleration: Toleration): boolean =>
  by.effect !== "NoExecute" || secondsOf(by) >= secondsOf(toleration);

const secondsOf = ({ tolerationSeconds: seconds }: Toleration): number =>
  seconds === undefined || seconds === null ? Number.POSITIVE_INFINITY : Number(seconds);

/** Where a toleration stands by what it tolerates, apart from the time. Unknown operators tolerate nothing. */
function placeOf({ key = "", operator = "", value = "", effect = "" }: Toleration): string {
  if (operator === "Exists") return place(key === "" ? "any" : "key", key, "Exists", "", effect);
  return place("key", key, operator === "" ? "Equal" : operator, value, effect);
}

/** The places of tolerations that tolerate as much. */
function placesThatCover({ key = "", operator = "", value = "", effect = "" }: Toleration): string[] {
  const effects = effect === "" ? [""] : [effect, ""];
  return effects.flatMap((of) => [
    place("any", "", "Exists", "", of),
    place("key", key, "Exists", "", of),
    ...(operator === "Equal" ? [place("key", key, "Equal", value, of)] : []),
  ]);
}

/** One text of several; others have another one. */
function place(...parts: readonly string[]): string {
  let text = "";
  for (const part of parts) text += `${part.length}.${part}`;
  return text;
}

/** Tolerations by their place: the two of different texts that last longest are enough to know whether one covers. */
class Covers {
  readonly #longest = new Map<string, readonly Placed[]>();

  add(each: Placed): void {
    const known = this.#longest.get(each.at);
    if (known === undefined) this.#longest.set(each.at, [each]);
    else if (!known.some(({ text }) => text === each.text)) {
      const sorted = [...known, each].sort((a, b) => (lasting(a) > lasting(b) ? -1 : 1));
      this.#longest.set(each.at, sorted.slice(0, 2));
    }
  }

  /** @param except the text of those that do not count */
  cover({ toleration, covers }: Placed, except?: string): boolean {
    for (const at of covers) {
      const longest = this.#longest.get(at);
      if (longest?.some(({ text, toleration: by }) => text !== except && lastsLonger(by, toleration))) return true;
    }
    return false;
  }
}

const lasting = ({ toleration }: Placed): number => secondsOf(toleration);
