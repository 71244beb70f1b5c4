import { BoundedMap } from "../../../shared/collections/boundedMap.ts";

/** Pages whose counts are remembered: of so many lists at a time that are read page by page. */
const MOST = 4096;

/** A place in a list of one revision. */
export interface ListPlace {
  /** All keys of the list begin so. */
  readonly prefix: string;
  readonly revision: number;
  /** The last key of a page. */
  readonly after: string;
}

/**
 * How many objects of a list follow a page. What follows a revision's page does not change, so that the count of one page
 * gives that of the next: a list that is read page by page is counted once, not once a page.
 */
export class RemainingCounts {
  readonly #known = new BoundedMap<string, number>({ entries: MOST });

  /** The number of objects behind a place, when it was noted. */
  behind(place: ListPlace): number | undefined {
    return this.#known.get(nameOf(place));
  }

  /** Notes how many objects there are behind a place. */
  note(place: ListPlace, remaining: number): void {
    this.#known.set(nameOf(place), remaining);
  }
}

const nameOf = ({ prefix, revision, after }: ListPlace): string => `${revision} ${prefix} ${after}`;
