import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { MAX_UNREADABLE } from "../../../api/registry/unreadableErrors.ts";
import { storedInSteps } from "../../../api/registry/write/write.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";
import type { UnreadableError } from "../../../store/cache/unreadable.ts";
import type { Selection } from "./selection.ts";
import { copyBeforeYield, Snapshot } from "./snapshot.ts";

/** The content of a page so far. */
export interface Collected {
  readonly items: CachedObject[];
  /** Objects that cannot be read: if there are any, the request fails with an error that names them. */
  readonly unreadable: UnreadableError[];
  /** Whether at least one more object belongs to the list. */
  more: boolean;
  /** The number of further objects, when it is known without counting. */
  remaining?: number;
}

export interface Collecting {
  readonly resource: Resource;
  readonly selection: Selection;
  /** Maximum number of objects in a page. */
  readonly limit: number;
  /** The object to show in place of the given one, if different. */
  shown?(cached: CachedObject): CachedObject;
}

/**
 * Adds the selected objects, up to the limit; notes whether there are more.
 * @param source may be part of a live cache: its content at the time of this call is used
 */
export async function collect(page: Collected, source: Iterable<CachedObject>, wanted: Collecting): Promise<void> {
  const { resource, selection, shown = itself } = wanted;
  if (resource.prepare === undefined || selection.everything) {
    await inTurns(select(page, new Snapshot(source), wanted));
    return;
  }
  const all = [...source];
  await inTurns(check(all));
  await resource.prepare(all.map(shown).flatMap((cached) => (cached.failure === undefined ? [cached.object] : [])));
  await inTurns(select(page, new Snapshot(all), wanted));
}

const itself = (cached: CachedObject): CachedObject => cached;

/** Determines which objects can be read. */
function* check(source: readonly CachedObject[]): Steps<void> {
  for (const cached of source) {
    if (isTurnDue()) yield;
    if (!cached.isChecked) yield* cached.check();
  }
}

function* select(
  page: Collected,
  source: Snapshot<CachedObject>,
  { resource, selection, limit, shown = itself }: Collecting,
): Steps<void> {
  for (let next = source.next(); next !== undefined; next = source.next()) {
    if (isTurnDue()) {
      source.copyRest();
      yield;
    }
    if (!next.isChecked) yield* copyBeforeYield(source, next.check());
    const cached = shown(next);
    if (cached.failure !== undefined) {
      page.unreadable.push(cached.failure);
      if (page.unreadable.length > MAX_UNREADABLE) return;
      continue;
    }
    if (!selection.everything) {
      const isSelected =
        cached.isCheapToRead && resource.readInSteps === undefined
          ? selection.matches(resource.fromStorage(cached.object))
          : yield* copyBeforeYield(source, judge(cached, resource, selection));
      if (!isSelected) continue;
    }
    if (page.items.length >= limit) {
      page.more = true;
      return;
    }
    page.items.push(cached);
  }
}

/** Whether an object is selected, for objects that take long to read or to convert. */
function* judge(cached: CachedObject, resource: Resource, selection: Selection): Steps<boolean> {
  const names = cached.unparsedNames;
  const verdict = names && selection.judge(names);
  return verdict ?? selection.matches(yield* storedInSteps(resource, cached));
}
