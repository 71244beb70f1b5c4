import { BoundedMap } from "../../../shared/collections/boundedMap.ts";

/** Maximum number of counts that are remembered, one for each list being read page by page. */
const MOST = 4096;

/** A position in a list at one revision. */
export interface ListPlace {
  /** The prefix of all keys of the list. */
  readonly prefix: string;
  readonly revision: number;
  /** The last key of a page. */
  readonly after: string;
}

/**
 * Remembers how many objects of a list follow a page. The objects of one revision do not change, so the count of one
 * page yields the count of the next: a paged list is counted once, not once a page.
 */
export class RemainingCounts {
  readonly #known = new BoundedMap<string, number>({ entries: MOST });

  /** The number of objects after the given position, if it was recorded. */
  behind(place: ListPlace): number | undefined {
    return this.#known.get(nameOf(place));
  }

  /** Records how many objects follow a position. */
  note(place: ListPlace, remaining: number): void {
    this.#known.set(nameOf(place), remaining);
  }
}

const nameOf = ({ prefix, revision, after }: ListPlace): string => `${revision} ${prefix} ${after}`;
