import type { Toleration } from "./podSpec.ts";

/** Whether whatever `toleration` tolerates, `by` tolerates, too. */
export function isCovered(toleration: Toleration, by: Toleration): boolean {
  if (textOf(toleration) === textOf(by)) return true;
  return lastsLonger(by, toleration) && placesThatCover(toleration).includes(placeOf(by));
}

/**
 * All of both but those that another one covers; of equal ones the first. Takes time in proportion to their number: what
 * may cover a toleration stands in few places.
 */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  // From the last on, for each what comes behind it: whether any of that covers it and says something else.
  const later = new Covers();
  const isRedundant = new Array<boolean>(all.length);
  for (const [i, toleration] of [...all.entries()].reverse()) {
    isRedundant[i] = later.cover(toleration, textOf(toleration));
    later.add(toleration);
  }
  const kept = new Covers();
  const texts = new Set<string>();
  return all.filter((toleration, i) => {
    const text = textOf(toleration);
    if (isRedundant[i] === true || texts.has(text) || kept.cover(toleration)) return false;
    kept.add(toleration);
    texts.add(text);
    return true;
  });
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

const place = (...parts: readonly string[]): string => JSON.stringify(parts);

/** Tolerations by their place: the two of different texts that last longest are enough to know whether one covers. */
class Covers {
  readonly #longest = new Map<string, readonly { readonly text: string; readonly toleration: Toleration }[]>();

  add(toleration: Toleration): void {
    const at = placeOf(toleration);
    const text = textOf(toleration);
    const known = this.#longest.get(at) ?? [];
    if (known.some((each) => each.text === text)) return;
    const sorted = [...known, { text, toleration }].sort((a, b) => (lasting(a) > lasting(b) ? -1 : 1));
    this.#longest.set(at, sorted.slice(0, 2));
  }

  /** @param except the text of those that do not count */
  cover(toleration: Toleration, except?: string): boolean {
    return placesThatCover(toleration).some((at) =>
      this.#longest.get(at)?.some(({ text, toleration: by }) => text !== except && lastsLonger(by, toleration)),
    );
  }
}

const lasting = ({ toleration }: { readonly toleration: Toleration }): number => secondsOf(toleration);
