import { type ApiObject, type GroupVersionKind, parseApiVersion } from "../../../../shared/object.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import type { InFlight } from "../../../ground/request/inFlight.ts";
import type { Quirks } from "../../../ground/settings/quirks.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { inDeclaredOrder } from "../../../model/schema/declaredOrder.ts";
import { type CachedObject, withResourceVersion } from "../../../store/cache/cachedObject.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { CommittingStorage } from "../../../store/cache/seenCommits.ts";
import type { Guard } from "../../../store/storage/storage.ts";
import { admissionOptions } from "../admission/admissionOptions.ts";
import type { AdmissionChain } from "../admission/chain.ts";
import type { AdmissionOperation, AdmissionRequest } from "../admission/plugin.ts";
import type { Resource } from "../resource.ts";
import type { Strategy, WriteContext } from "../strategy.ts";
import type { PendingWrite } from "./pendingWrite.ts";
import { checkStorableName } from "./storableName.ts";
import type { WriteQueues } from "./writeQueues.ts";

/** The parts of the server that the registry needs. */
export interface StoreDependencies {
  readonly store: CommittingStorage;
  /** The cache of objects. */
  readonly hub: Pick<ObjectReader, "fresh">;
  /** The queues of all writers to the store, by key. */
  readonly writeQueues: WriteQueues;
  readonly admission: AdmissionChain;
  /** Lifetime in seconds of objects of kinds that expire (events); undefined means that they do not expire. */
  readonly eventLife?: number;
  /** Where the server follows the reference against the specification; undefined means nowhere. */
  readonly quirks?: Quirks;
}

/** One write: its target, its user, and the options that plugins see. */
export interface WriteRequest {
  readonly resource: Resource;
  readonly subresource: string;
  readonly context: WriteContext;
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Rules of the kind or of the sub-resource. */
  readonly strategy: Strategy;
  /** A uid in the body must be the stored one (PUT); otherwise it is checked like any immutable field. */
  readonly uidPrecondition?: boolean;
  /** The request names no object: it deletes a collection that contains this object. */
  readonly unnamed?: boolean;
  /** What admission sees when the write goes through a view of the object (scale). */
  readonly view?: AdmittedView;
}

/** A view of an object, as admission sees it. */
export interface AdmittedView {
  /** With a rendered group. */
  readonly kind: GroupVersionKind;
  read(parent: ApiObject): ApiObject;
}

/** The state a write starts from, at the request's version. */
export interface Existing {
  /** Stored at a version that is no longer the storage version; the next write updates it. */
  readonly outdated?: boolean;
  /** Nothing was written since the object was created. */
  readonly isAsCreated?: boolean;
  readonly object: ApiObject;
  /** Revision of the stored object; with a pending write, of the stored object that the pending write rests on. */
  readonly revision: number;
  /**
   * The write that will store this state. Until its outcome is known, only a write that rests on it may rely on the
   * state.
   */
  readonly pending?: PendingWrite;
}

export interface WriteResult {
  /** At the request's version. */
  readonly object: ApiObject;
  readonly created: boolean;
}

/**
 * Reads the stored object of a built-in kind, at the request's version.
 * @throws UnreadableError; ApiError 400 for an invalid name
 */
export function readExisting(resource: Resource, namespace: string, name: string): Existing | undefined {
  checkStorableName(name);
  const cached = resource.cache.get(resource.key(namespace, name));
  if (cached === undefined) return undefined;
  const { object, revision, isAsCreated } = cached;
  return { object: resource.fromStorage(object), revision, isAsCreated, outdated: isOutdated(resource, object) };
}

/**
 * Whether an object is stored at an old version. Always false for built-in objects, whose values need not state theirs.
 */
const isOutdated = (resource: Resource, { apiVersion }: ApiObject): boolean =>
  resource.custom !== undefined && apiVersion !== resource.storageVersion.apiVersion;

/** The same for any kind; reading a large object yields to the event loop. */
export async function readForWrite(
  resource: Resource,
  namespace: string,
  name: string,
  inFlight?: InFlight,
): Promise<Existing | undefined> {
  checkStorableName(name);
  const cached = resource.cache.get(resource.key(namespace, name));
  if (cached === undefined) return undefined;
  const { revision, isAsCreated } = cached;
  const object = await inTurns(cached.objectInSteps(), inFlight);
  const outdated = isOutdated(resource, object);
  return { object: await readStored(resource, object, inFlight), revision, isAsCreated, outdated };
}

/** The result of a pending write as if it were stored, with the version of the stored object that it rests on. */
export async function readPending(resource: Resource, pending: PendingWrite, inFlight?: InFlight): Promise<Existing> {
  const object = withResourceVersion(pending.stored, pending.base);
  return { object: await readStored(resource, object, inFlight), revision: pending.base, pending };
}

/** The guard for changing an existing object; undefined when the state rests on a write that has failed. */
export function guardOn({ revision, pending }: Existing): Guard | undefined {
  if (pending === undefined) return { modRevision: revision };
  if (pending.settled === undefined) return { writtenAs: pending.stored };
  return pending.settled.revision === undefined ? undefined : { modRevision: pending.settled.revision };
}

/** A stored object at the resource's version. */
export const readStored = async (resource: Resource, stored: ApiObject, inFlight?: InFlight): Promise<ApiObject> =>
  inTurns(readStoredInSteps(resource, stored), inFlight);

/** The same in steps. */
export function* readStoredInSteps(resource: Resource, stored: ApiObject): Steps<ApiObject> {
  return resource.readInSteps === undefined ? resource.fromStorage(stored) : yield* resource.readInSteps(stored);
}

/** A cached object at the resource's version. @throws UnreadableError */
export function* storedInSteps(resource: Resource, cached: CachedObject): Steps<ApiObject> {
  return yield* readStoredInSteps(resource, yield* cached.objectInSteps());
}

/** The form that is stored: at the storage version, with apiVersion and kind, without resourceVersion. */
export function* toStored(resource: Resource, object: ApiObject): Steps<ApiObject> {
  const tidy = resource.custom === undefined ? yield* inDeclaredOrder(resource.node, object) : object;
  const { apiVersion: _a, kind: _k, metadata: converted, ...rest } = yield* finished(resource.toStorage(tidy));
  const { resourceVersion: _, ...metadata } = converted;
  return { kind: resource.storageVersion.kind, apiVersion: resource.storageVersion.apiVersion, metadata, ...rest };
}

/**
 * Prepares the response to a write before the write itself, so that nothing is stored that could not be returned to the
 * client.
 * @returns a function that takes the revision of the write
 */
export async function answerFor(
  resource: Resource,
  stored: ApiObject,
  inFlight?: InFlight,
): Promise<(revision: number) => ApiObject> {
  const shown = await readStored(resource, withResourceVersion(stored, 0), inFlight);
  return (revision) => ({ ...shown, metadata: { ...shown.metadata, resourceVersion: String(revision) } });
}

/**
 * The object of the response to a dry run, which has not been stored. An object of a built-in kind that is stored at
 * another version comes back from that version, so that it lacks what the conversion drops.
 *
 * @param stored the form that a real write would store
 */
export function dryAnswer(resource: Resource, object: ApiObject, stored: ApiObject): ApiObject {
  if (resource.custom !== undefined || resource.definition.storedAs === undefined) return object;
  const answer = resource.fromStorage(stored);
  const { resourceVersion } = object.metadata;
  return resourceVersion === undefined ? answer : { ...answer, metadata: { ...answer.metadata, resourceVersion } };
}

/** Seconds that a written object is kept, as a commit takes it; undefined unless its kind expires. */
export const lifeOf = (
  { definition }: Resource,
  { eventLife }: Pick<StoreDependencies, "eventLife">,
): number | undefined => (definition.strategy.expires === true ? eventLife : undefined);

/** The view of a write that admission plugins get. */
export function admissionRequest(
  request: WriteRequest,
  operation: AdmissionOperation,
  object: ApiObject | undefined,
  oldObject: ApiObject | undefined,
): AdmissionRequest {
  const { resource, context } = request;
  const { annotate, inFlight, trace } = context;
  const name = request.unnamed === true ? "" : request.name;
  return {
    operation,
    kind: request.view?.kind ?? { group: resource.group, version: resource.version, kind: resource.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    subresource: request.subresource,
    namespace: resource.group === "" && resource.resource === "namespaces" ? name : context.namespace,
    name,
    object,
    oldObject,
    options: admissionOptions(operation, request.options, context.vocabulary),
    user: context.user,
    dryRun: context.dryRun,
    warn: context.warn,
    inFlight,
    annotate: annotate && ((key, value, level) => (isAnnotationKey(key) ? annotate(key, value, level) : undefined)),
    trace,
  };
}

/** Audit annotations named by plugins, webhooks and policies need a domain in their key; others are left out. */
const isAnnotationKey = (key: string): boolean => key.includes("/") && checkQualifiedName(key).length === 0;

/** The kind that validation errors name: that of the storage version, whichever version the request used. */
export const refusedKind = ({ storageVersion }: Resource): { group: string; kind: string } => ({
  group: parseApiVersion(storageVersion.apiVersion).group,
  kind: storageVersion.kind,
});
