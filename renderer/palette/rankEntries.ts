import { PALETTE_GROUPS, type PaletteEntry, type PaletteGroup } from "./paletteEntry.ts";

/** Scores of matches. In steps of ten, so that the group only decides between equal matches. */
const SAME_TITLE = 100;
const SAME_WORD = 90;
const TITLE_BEGINS = 80;
const TITLE_WORDS_BEGIN = 70;
const WORD_BEGINS = 60;
const TITLE_HAS = 50;
const WORD_HAS = 40;
const SPREAD = 30;

/** Scores of titles that are longer than the text. */
const BY_TITLE: ReadonlySet<number> = new Set([TITLE_BEGINS, TITLE_WORDS_BEGIN, TITLE_HAS]);

/** Bonus of each group: pages get the most, rarely used groups the least. Smaller than a step of the scale above. */
const PREFERENCE: Readonly<Record<PaletteGroup, number>> = {
  pages: 7,
  kinds: 6,
  actions: 5,
  objects: 4,
  namespaces: 3,
  clusters: 2,
  create: 1,
  settings: 0,
};

interface Match {
  readonly entry: PaletteEntry;
  readonly fit: number;
}

/** Of titles that contain the text equally, the shorter one is closer to it: a workload comes before its pods. */
const surplusOf = ({ entry, fit }: Match): number => (BY_TITLE.has(fit) ? entry.title.length : 0);

/** Entries of one group, best first. */
export interface RankedGroup {
  readonly group: PaletteGroup;
  readonly entries: readonly PaletteEntry[];
}

/** Separators of the parts of a name; the words of the typed text are separated by white space only. */
const PARTS = /[\s/.:-]+/;

/**
 * How well an entry matches a typed text, from 0 (no match) to 100 (exact title). The title scores higher than other
 * names, a full match higher than a prefix, and a prefix higher than a match in the middle. Several typed words may be
 * in any order.
 *
 * @param query trimmed and in lower case; not empty
 */
export function fitOf({ title, words }: Pick<PaletteEntry, "title" | "words">, query: string): number {
  const name = title.toLowerCase();
  if (name === query) return SAME_TITLE;
  if (words.includes(query)) return SAME_WORD;
  if (name.startsWith(query)) return TITLE_BEGINS;
  const typed = query.split(/\s+/);
  const parts = name.split(PARTS);
  if (typed.every((word) => parts.some((part) => part.startsWith(word)))) return TITLE_WORDS_BEGIN;
  if (words.some((word) => word.startsWith(query))) return WORD_BEGINS;
  if (name.includes(query)) return TITLE_HAS;
  if (words.some((word) => word.includes(query))) return WORD_HAS;
  const all = [name, ...words];
  return typed.every((word) => all.some((one) => one.includes(word))) ? SPREAD : 0;
}

/**
 * The matching entries by group. The group with the best entry comes first; of equal entries, the one with the shorter
 * title does, or else the earlier one.
 *
 * @param query the typed text; an empty one keeps all entries in the order of {@link PALETTE_GROUPS}
 * @param most maximum number of entries per group, so that the other groups stay visible
 */
export function rankEntries(entries: readonly PaletteEntry[], query: string, most: number): RankedGroup[] {
  const wanted = query.trim().toLowerCase();
  const fits = new Map<PaletteGroup, Match[]>();
  for (const entry of entries) {
    const fit = wanted === "" ? 1 : fitOf(entry, wanted);
    if (fit === 0) continue;
    const group = fits.get(entry.group);
    if (group === undefined) fits.set(entry.group, [{ entry, fit }]);
    else group.push({ entry, fit });
  }
  const groups = PALETTE_GROUPS.flatMap((group) => {
    const found = fits.get(group)?.sort((a, b) => b.fit - a.fit || surplusOf(a) - surplusOf(b));
    const best = found?.[0];
    if (found === undefined || best === undefined) return [];
    const rank = wanted === "" ? 0 : best.fit + PREFERENCE[group];
    return [{ group, rank, entries: found.slice(0, most).map(({ entry }) => entry) }];
  });
  return groups.sort((a, b) => b.rank - a.rank).map(({ group, entries: best }) => ({ group, entries: best }));
}
