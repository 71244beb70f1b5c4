import { expired } from "../../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Services } from "../../../api/registry/services.ts";
import { UNSAFE_DELETION_GATE, unreadableAnswer, unreadableList } from "../../../api/registry/unreadableErrors.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";
import { CompactedError, FutureRevisionError, type Storage } from "../../../store/storage/storage.ts";
import type { Target } from "../target.ts";
import { type Collected, collect } from "./collectPage.ts";
import { encodeContinue } from "./continueToken.ts";
import type { Page } from "./listAnswer.ts";
import type { ListOptions } from "./listOptions.ts";
import { futureRevision, type ListStart, startOfList, tooOldVersion } from "./listStart.ts";
import type { Selection } from "./selection.ts";

/** Number of objects read from storage at a time for an old revision. */
const CHUNK = 500;

/**
 * Reads one page according to the resourceVersion semantics of lists: from memory unless an old revision is requested.
 */
export async function readPage(
  services: Services,
  target: Target,
  options: ListOptions,
  selection: Selection,
): Promise<Page> {
  const start = await startOfList(services, target, options);
  const { revision } = start;
  const isUncached = target.resource.definition.uncached === true;
  const shown = revision ?? services.hub.revision;
  // A watch cache answers "any version" (0) without paging: the limit applies only when continuing a page.
  const whole = options.resourceVersion === "0" && options.continueToken === "" && !isUncached;
  const limited = options.limit > 0 && !whole;
  const limit = limited ? options.limit : Number.POSITIVE_INFINITY;
  const detailed = services.features.enabled(UNSAFE_DELETION_GATE);
  const collected =
    revision === undefined
      ? await fromMemory(target, start, selection, limit, !limited && options.continueToken === "" && !isUncached)
      : await fromRevision(services, target, { ...start, revision }, selection, limit);
  const page = await counted(services, target, { ...start, revision: shown }, collected, selection);
  const [unreadable] = page.unreadable;
  if (unreadable !== undefined) {
    if (detailed) throw unreadableList(target.resource, page.unreadable);
    throw unreadableAnswer(target.resource, unreadable, "list", false);
  }
  const last = page.items.at(-1);
  if (!page.more || last === undefined) return { items: page.items, metadata: { resourceVersion: String(shown) } };
  return {
    items: page.items,
    metadata: {
      resourceVersion: String(shown),
      continue: encodeContinue({ revision: shown, after: last.key.slice(start.prefix.length) }, services.vocabulary),
      ...(page.remaining === undefined ? {} : { remainingItemCount: page.remaining }),
    },
  };
}

/** Reads a page at an old revision: if the collection has not changed since, the cache has the same state. */
async function fromRevision(
  services: Services,
  target: Target,
  start: ListStart & { readonly revision: number },
  selection: Selection,
  limit: number,
): Promise<Collected> {
  if (start.revision < target.resource.cache.changed) return fromHistory(services, target, start, selection, limit);
  // A compacted revision gives an error even if nothing has changed since.
  if (start.revision < services.hub.revision)
    await storageAnswer(services, start, (storage) => storage.assertReadable(start.revision));
  return fromMemory(target, start, selection, limit, false);
}

/** Adds the number of remaining objects to the page, if no selector filters them. */
async function counted(
  services: Services,
  target: Target,
  start: ListStart & { readonly revision: number },
  page: Collected,
  selection: Selection,
): Promise<Collected> {
  const last = page.items.at(-1)?.key;
  if (!page.more || !selection.everything || last === undefined) return page;
  const { prefix, revision } = start;
  const { remaining: counts } = services;
  const known = start.after === undefined ? undefined : counts.behind({ prefix, revision, after: start.after });
  const found = page.items.length;
  const remaining =
    known === undefined ? await countBehind(services, target, { ...start, found, last }) : known - found;
  counts.note({ prefix, revision, after: last }, remaining);
  return { ...page, remaining };
}

/** A page that is counted: of which list it is, the number of its objects, and the last key. */
interface Counted extends ListStart {
  readonly revision: number;
  readonly found: number;
  readonly last: string;
}

/** Counts the objects after a page. Later pages of the same list derive the number from this one. */
async function countBehind(
  services: Services,
  target: Target,
  { found, last: after, ...start }: Counted,
): Promise<number> {
  const { prefix, revision } = start;
  const { resource, namespace } = target;
  const { cache } = resource;
  if (revision >= cache.changed) {
    // Of the first page, everything before its end is on it: only the total number is needed.
    if (start.after === undefined) return cache.count(namespace === "" ? undefined : namespace) - found;
    return inTurns(count(cache.snapshot(prefix, after)));
  }
  return storageAnswer(services, { ...start, after }, (storage) => storage.count({ prefix, revision, after }));
}

/**
 * @param cached whether the reference would answer from its watch cache, which still shows objects that became
 *   unreadable since it was filled
 */
async function fromMemory(
  target: Target,
  start: ListStart,
  selection: Selection,
  limit: number,
  cached: boolean,
): Promise<Collected> {
  const { cache } = target.resource;
  const page: Collected = { items: [], unreadable: [], more: false };
  const objects = narrowed(cache.range(start.prefix, start.after), target, selection);
  await collect(page, objects, {
    resource: target.resource,
    selection,
    limit,
    shown: (object) => (cached && object.failure !== undefined && cache.complete ? object.asLastReadable() : object),
  });
  return page;
}

function* count(objects: Iterable<CachedObject>): Steps<number> {
  let found = 0;
  for (const _ of objects) {
    found += 1;
    if (isTurnDue()) yield;
  }
  return found;
}

/** Reads objects of an old revision from storage, no more of them than the page takes. */
async function fromHistory(
  services: Services,
  target: Target,
  start: ListStart & { readonly revision: number },
  selection: Selection,
  limit: number,
): Promise<Collected> {
  const page: Collected = { items: [], unreadable: [], more: false };
  const wanted = { resource: target.resource, selection, limit };
  const only = onlyKey(target, selection);
  if (only !== undefined) {
    if (start.after !== undefined && only <= start.after) return page;
    const { revision } = start;
    const kv = await storageAnswer(services, start, (storage) => storage.get(only, revision));
    const found = kv === undefined ? [] : [target.resource.cache.read(kv)];
    await collect(page, found, wanted);
    return page;
  }
  const everything = selection.everything;
  const chunk = Number.isFinite(limit) ? (everything ? limit : CHUNK) : undefined;
  let after = start.after;
  for (;;) {
    const { prefix, revision } = start;
    const range = {
      prefix,
      revision,
      ...(after === undefined ? {} : { after }),
      ...(chunk === undefined ? {} : { limit: chunk }),
    };
    const read = await storageAnswer(services, { ...start, after }, (storage) => storage.range(range));
    const objects = read.items.map((kv) => target.resource.cache.read(kv));
    await collect(page, objects, wanted);
    after = objects.at(-1)?.key;
    const ended = !read.more || after === undefined;
    if (everything && page.items.length === limit) return ended ? page : { ...page, more: true };
    if (page.more || ended || page.unreadable.length > 0) return page;
  }
}

/** With a selector for one name, only that key is read. */
function* narrowed(source: Iterable<CachedObject>, target: Target, selection: Selection): Generator<CachedObject> {
  const key = onlyKey(target, selection);
  if (key === undefined) {
    yield* source;
    return;
  }
  const cached = target.resource.cache.get(key);
  if (cached !== undefined) yield cached;
}

/** The key of the only object that can match a selection; undefined when several can match. */
function onlyKey({ resource, namespace: within }: Target, selection: Selection): string | undefined {
  const namespace = within === "" ? selection.namespace : within;
  if (selection.name === undefined || (resource.namespaced && namespace === undefined)) return undefined;
  return resource.key(resource.namespaced ? (namespace ?? "") : "", selection.name);
}

const INCONSISTENT =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

/** Reads an old revision from the store, and converts its refusals into errors of a list. @throws ApiError 410, 500 */
async function storageAnswer<T>(
  services: Services,
  { prefix, after, continuing }: ListStart,
  ask: (storage: Storage) => T | Promise<T>,
): Promise<T> {
  try {
    return await ask(services.storage);
  } catch (error) {
    if (error instanceof FutureRevisionError) throw futureRevision(services, error.requested);
    if (!(error instanceof CompactedError)) throw error;
    if (!continuing) throw tooOldVersion();
    const rest = (after ?? prefix).slice(prefix.length);
    throw expired(INCONSISTENT, { continue: encodeContinue({ revision: -1, after: rest }, services.vocabulary) });
  }
}
