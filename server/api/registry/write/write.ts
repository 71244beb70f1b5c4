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
import type { WriteLines } from "./writeLines.ts";

/** What the registry needs of the server around it. */
export interface StoreDependencies {
  readonly store: CommittingStorage;
  /** The objects in memory. */
  readonly hub: Pick<ObjectReader, "fresh">;
  /** Of all who write to the storage. */
  readonly lines: WriteLines;
  readonly admission: AdmissionChain;
  /** Seconds that objects of kinds that expire (events) are kept; for ever without. */
  readonly eventLife?: number;
  /** Where the server does as the reference, against the specification; nowhere without. */
  readonly quirks?: Quirks;
}

/** One write on its way: where it goes, on whose behalf, and the options the plugins see. */
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
  /** The request names no object: it deletes a collection, of which this is one. */
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

/** The stored state a write begins with, at the request's version. */
export interface Existing {
  /** Stored at a version that is no longer the storage version: writing it again brings it up to date. */
  readonly outdated?: boolean;
  /** Nothing was written since the object was created. */
  readonly isAsCreated?: boolean;
  readonly object: ApiObject;
  /** Of what is stored; of what the pending write rests on where there is one. */
  readonly revision: number;
  /** It is not stored yet: who concludes something from it, besides a write that rests on it, waits for the outcome. */
  readonly pending?: PendingWrite;
}

export interface WriteResult {
  /** At the request's version. */
  readonly object: ApiObject;
  readonly created: boolean;
}

/**
 * Reads what is stored of a built-in kind, at the request's version.
 * @throws UnreadableError, and ApiError 400 for what cannot be a name
 */
export function readExisting(resource: Resource, namespace: string, name: string): Existing | undefined {
  checkStorableName(name);
  const cached = resource.cache.get(resource.key(namespace, name));
  if (cached === undefined) return undefined;
  const { object, revision, isAsCreated } = cached;
  return { object: resource.fromStorage(object), revision, isAsCreated, outdated: isOutdated(resource, object) };
}

/** Built-in objects need not name the version that they are stored at. */
const isOutdated = (resource: Resource, { apiVersion }: ApiObject): boolean =>
  resource.custom !== undefined && apiVersion !== resource.storageVersion.apiVersion;

/** The same of any kind, with turns of the event loop for others while a large object is read. */
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

/** What a write that is under way will have stored, as if it were: with the version of what it rests on. */
export async function readPending(resource: Resource, pending: PendingWrite, inFlight?: InFlight): Promise<Existing> {
  const object = withResourceVersion(pending.stored, pending.base);
  return { object: await readStored(resource, object, inFlight), revision: pending.base, pending };
}

/** The guard of a change of what exists; undefined when it rests on a write that has failed. */
export function guardOn({ revision, pending }: Existing): Guard | undefined {
  if (pending === undefined) return { modRevision: revision };
  if (pending.told === undefined) return { writtenAs: pending.stored };
  return pending.told.revision === undefined ? undefined : { modRevision: pending.told.revision };
}

/** What is stored, at the resource's version. */
export const readStored = async (resource: Resource, stored: ApiObject, inFlight?: InFlight): Promise<ApiObject> =>
  inTurns(readStoredInSteps(resource, stored), inFlight);

/** The same in steps. */
export function* readStoredInSteps(resource: Resource, stored: ApiObject): Steps<ApiObject> {
  return resource.readInSteps === undefined ? resource.fromStorage(stored) : yield* resource.readInSteps(stored);
}

/** An object of the cache, at the resource's version. @throws UnreadableError */
export function* storedInSteps(resource: Resource, cached: CachedObject): Steps<ApiObject> {
  return yield* readStoredInSteps(resource, yield* cached.objectInSteps());
}

/** The form that is stored: the storage version, its type named, no resourceVersion. */
export function* toStored(resource: Resource, object: ApiObject): Steps<ApiObject> {
  const tidy = resource.custom === undefined ? yield* inDeclaredOrder(resource.node, object) : object;
  const { apiVersion: _a, kind: _k, metadata: converted, ...rest } = yield* finished(resource.toStorage(tidy));
  const { resourceVersion: _, ...metadata } = converted;
  return { kind: resource.storageVersion.kind, apiVersion: resource.storageVersion.apiVersion, metadata, ...rest };
}

/**
 * The answer to a write, made before the write: nothing is stored that could not be shown to who sent it.
 * @returns takes the revision of the write
 */
export async function answerFor(
  resource: Resource,
  stored: ApiObject,
  inFlight?: InFlight,
): Promise<(revision: number) => ApiObject> {
  const shown = await readStored(resource, withResourceVersion(stored, 0), inFlight);
  return (revision) => ({ ...shown, metadata: { ...shown.metadata, resourceVersion: String(revision) } });
}

/** How long a written object is kept, as a commit takes it: for ever, unless its kind expires. */
export const lifeOf = (
  { definition }: Resource,
  { eventLife }: Pick<StoreDependencies, "eventLife">,
): number | undefined => (definition.strategy.expires === true ? eventLife : undefined);

/** What admission plugins see of a write. */
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

/** Names that plugins, webhooks and policies give to annotations of the audit log have a domain; others are left out. */
const isAnnotationKey = (key: string): boolean => key.includes("/") && checkQualifiedName(key).length === 0;

/** The kind that a refusal of an object's content names: that of the stored form, in whatever version it came. */
export const refusedKind = ({ storageVersion }: Resource): { group: string; kind: string } => ({
  group: parseApiVersion(storageVersion.apiVersion).group,
  kind: storageVersion.kind,
});
