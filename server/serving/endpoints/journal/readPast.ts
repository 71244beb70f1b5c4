import { isTrue } from "../../../../shared/requestInfo.ts";
import { badRequest, methodNotAllowed, notFound, pathNotFound } from "../../../../shared/status.ts";
import { each, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { queryInteger } from "../../../api/registry/queryInteger.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { checkStorableName } from "../../../api/registry/write/storableName.ts";
import { readStored } from "../../../api/registry/write/write.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";
import type { Journal } from "../../../store/journal/journal.ts";
import type { JournalChange } from "../../../store/journal/journalPage.ts";
import { gapsOf, type Stretch } from "../../../store/journal/stretches.ts";
import { CompactedError, FutureRevisionError, type KeyValue, type Storage } from "../../../store/storage/storage.ts";
import { jsonItem } from "../answers/jsonItem.ts";
import { negotiateObject, objectAnswer } from "../answers/objectAnswer.ts";
import { resolveCustomTarget } from "../customTarget.ts";
import { list } from "../list/list.ts";
import { futureRevision, tooOldVersion } from "../list/listStart.ts";
import { parseSelection } from "../list/selection.ts";
import { resolveTarget, type Target } from "../target.ts";
import { parseVersion } from "../verbs/get.ts";
import { asksForChanges } from "./journalInfo.ts";

/** A server's journal, and what is needed to read it. */
export interface Past {
  readonly journal: Journal;
  /** The store; reads of compacted revisions are answered from the journal. */
  readonly storage: Storage;
  /** Values of the journal, each decrypted on first access. */
  restored(values: readonly KeyValue[]): Promise<readonly KeyValue[]>;
}

/** Number of changes per page: the default, and the maximum. */
const USUAL = 500;
const MOST = 2000;
/** Approximate bytes of stored values in a page. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * GET below `/journal`: a list, an object or the changes of either, from the journal. Only for a request whose info is
 * that of a resource, so that it was authorized as such.
 * @throws ApiError 400 for a watch, 404 when nothing is recorded, 410 for a revision that was dropped or lies in a gap
 */
export async function readPast(services: Services, past: Past, context: RequestContext): Promise<Answer> {
  if (!past.journal.isOn) throw notFound({ group: "", resource: "journal" }, "");
  if (isTrue(context.query.get("watch"))) throw badRequest("the journal holds the past, which cannot be watched");
  const target = targetOf(services, context);
  if (target.resource.definition.computed !== undefined) throw methodNotAllowed(target.resource, context.info.verb);
  const then: Services = { ...services, storage: past.storage };
  if (asksForChanges(context.query)) return changes(then, past, context, target);
  return target.name === "" ? list(then, context, target) : objectThen(then, context, target);
}

/** `GET /journal`: what is covered, what is missing, and the size. */
export async function journalStatus({ journal }: Past): Promise<Answer> {
  if (!journal.isOn) throw notFound({ group: "", resource: "journal" }, "");
  await journal.ready();
  const { limits, trouble, stretches, size } = journal;
  return json([
    JSON.stringify({
      retentionSeconds: limits.retention / 1000,
      maxBytes: limits.bytes,
      bytes: size,
      ...covered(stretches),
      ...(trouble === undefined ? {} : { trouble: messageOf(trouble) }),
    }),
    "\n",
  ]);
}

function targetOf(services: Services, context: RequestContext): Target {
  const { group, version, resource } = context.info;
  const found = services.catalog.find(group, version, resource);
  const target =
    found?.custom === undefined ? resolveTarget(services, context) : resolveCustomTarget(found, context.info);
  if (target === undefined) throw pathNotFound();
  return target;
}

/** @throws ApiError 400 without a revision, 404, 410 */
async function objectThen(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, namespace, name } = target;
  const text = context.query.get("resourceVersion") ?? "";
  if (text === "") throw badRequest("resourceVersion is required: the moment to be shown");
  const negotiated = negotiateObject(services, context, { resource, tables: true });
  checkStorableName(name);
  const kv = await known(services, () => services.storage.get(resource.key(namespace, name), parseVersion(text)));
  if (kv === undefined) throw notFound(resource, name);
  const { object } = resource.cache.read(kv);
  return objectAnswer(services, context, resource, negotiated, await readStored(resource, object));
}

async function changes(services: Services, past: Past, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, namespace } = target;
  const { query, info } = context;
  // The request was authorized only for what its selector selects.
  const selection = parseSelection(query, resource);
  const limit = queryInteger(query.get("limit")) ?? USUAL;
  if (limit < 1 || limit > MOST) throw badRequest(`limit must be from 1 to ${MOST}`);
  const before = query.get("before");
  const name = target.name === "" ? info.name : target.name;
  const scope = namespace === "" ? resource.cache.prefix : `${resource.cache.prefix}${namespace}/`;
  const isOne = name !== "" && (!resource.namespaced || namespace !== "");
  const page = await known(services, () =>
    past.journal.changes({
      filter: isOne ? { key: resource.key(namespace, name) } : { prefix: scope },
      before: before === null ? undefined : parseVersion(before),
      limit,
      bytes: PAGE_BYTES,
    }),
  );
  const all = await readChanges(past, resource, page.changes);
  await resource.prepare?.(all.map(({ cached }) => cached.object));
  const isSelected = ({ cached }: ReadChange): boolean =>
    selection.everything || selection.matches(resource.fromStorage(cached.object));
  const read = all.filter(isSelected);
  const head = { ...covered(past.journal.stretches), ...(page.next === undefined ? {} : { next: page.next }) };
  return json(await inTurns(encode(resource, head, read)));
}

interface ReadChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly at: number;
  readonly cached: CachedObject;
}

/** Omits objects that are no longer readable, and deletions whose last state is unknown. */
async function readChanges(past: Past, resource: Resource, changes: readonly JournalChange[]): Promise<ReadChange[]> {
  const shownChanges = changes.flatMap((change) => {
    const { kv, last, revision } = change;
    const shown = kv ?? (last === undefined ? undefined : { ...last, modRevision: revision });
    return shown === undefined ? [] : { change, shown };
  });
  const values = await past.restored(shownChanges.map(({ shown }) => shown));
  return shownChanges.flatMap(({ change: { kv, revision, at } }, i): ReadChange[] => {
    const value = values[i];
    if (value === undefined) return [];
    const cached = resource.cache.read(value);
    if (cached.failure !== undefined) return [];
    return [{ type: kv === undefined ? "DELETED" : kv.createRevision === revision ? "ADDED" : "MODIFIED", at, cached }];
  });
}

function* encode(resource: Resource, head: object, read: readonly ReadChange[]): Steps<(string | Uint8Array)[]> {
  const chunks: (string | Uint8Array)[] = [`${JSON.stringify(head).slice(0, -1)},"items":[`];
  const items = yield* each(read, ({ type, at, cached }) => ({ type, time: new Date(at).toISOString(), cached }));
  for (const [i, { type, time, cached }] of items.entries()) {
    if (isTurnDue()) yield;
    chunks.push(`${i === 0 ? "" : ","}{"type":"${type}","time":"${time}","object":`);
    chunks.push(yield* jsonItem(resource, cached), "}");
  }
  chunks.push("]}\n");
  return chunks;
}

/** The covered and missing ranges, with times as texts. */
function covered(stretches: readonly Stretch[]): object {
  const timed = <T extends { readonly since: number; readonly until: number }>(part: T) => ({
    ...part,
    since: new Date(part.since).toISOString(),
    until: new Date(part.until).toISOString(),
  });
  return { stretches: stretches.map(timed), gaps: gapsOf(stretches).map(timed) };
}

/** Converts refusals of the store and the journal into API errors. @throws ApiError 410, 504 */
async function known<T>(services: Services, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FutureRevisionError) throw futureRevision(services, error.requested);
    throw error instanceof CompactedError ? tooOldVersion() : error;
  }
}

const json = (chunks: readonly (string | Uint8Array)[]): Answer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)),
});
