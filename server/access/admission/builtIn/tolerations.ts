import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Toleration } from "./podSpec.ts";

/**
 * Whether every one of `tolerations` is covered by one of `by`, which tolerates at least the same. Takes linear time.
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
 * Merges two lists, without tolerations that another one covers; of equal ones, keeps the first. Takes linear time,
 * because tolerations that may cover a given one can be looked up under a few keys.
 */
export function* mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Steps<Toleration[]> {
  const all = yield* placeAll([...first, ...second]);
  // Backwards, so that `later` contains the tolerations after each one; checks whether any different one covers it.
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

/** A toleration with precomputed strings for comparing it. */
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

/** Equal for equal tolerations. */
const textOf = ({ key = "", operator = "", value = "", effect = "", tolerationSeconds }: Toleration): string =>
  place(key, operator, value, effect, String(tolerationSeconds));

/** Only the effect NoExecute has a time limit; without one, the toleration lasts forever. */
const lastsLonger = (by: Toleration, toleration: Toleration): boolean =>
  by.effect !== "NoExecute" || secondsOf(by) >= secondsOf(toleration);

const secondsOf = ({ tolerationSeconds: seconds }: Toleration): number =>
  seconds === undefined || seconds === null ? Number.POSITIVE_INFINITY : Number(seconds);

/** The key of a toleration: everything but its time. Unknown operators tolerate nothing. */
function placeOf({ key = "", operator = "", value = "", effect = "" }: Toleration): string {
  if (operator === "Exists") return place(key === "" ? "any" : "key", key, "Exists", "", effect);
  return place("key", key, operator === "" ? "Equal" : operator, value, effect);
}

/** The keys of tolerations that tolerate at least as much. */
function placesThatCover({ key = "", operator = "", value = "", effect = "" }: Toleration): string[] {
  const effects = effect === "" ? [""] : [effect, ""];
  return effects.flatMap((of) => [
    place("any", "", "Exists", "", of),
    place("key", key, "Exists", "", of),
    ...(operator === "Equal" ? [place("key", key, "Equal", value, of)] : []),
  ]);
}

/** Joins strings unambiguously. */
function place(...parts: readonly string[]): string {
  let text = "";
  for (const part of parts) text += `${part.length}.${part}`;
  return text;
}

/**
 * Tolerations by their key. Keeping the two longest-lasting ones with different texts per key suffices to answer
 * whether one covers another.
 */
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

  /** @param except the text of tolerations to ignore */
  cover({ toleration, covers }: Placed, except?: string): boolean {
    for (const at of covers) {
      const longest = this.#longest.get(at);
      if (longest?.some(({ text, toleration: by }) => text !== except && lastsLonger(by, toleration))) return true;
    }
    return false;
  }
}

const lasting = ({ toleration }: Placed): number => secondsOf(toleration);
