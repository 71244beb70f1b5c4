import type { ApiObject, GroupResource } from "../../../../../shared/object.ts";
import { isTrue } from "../../../../../shared/requestInfo.ts";
import { matchesFields, parseFieldSelector } from "../../../../../shared/selectors/fieldSelector.ts";
import { matchesLabels, parseLabelSelector } from "../../../../../shared/selectors/labelSelector.ts";
import { ApiError, badRequest, expired, methodNotAllowed, unsupportedMediaType } from "../../../../../shared/status.ts";
import type { PodRequest } from "../../../../api/registry/podAccess.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import { mergeValueInSteps } from "../../../../model/apply/jsonMergePatch.ts";
import type { ProgramTime } from "../program.ts";
import { SAMPLE_GROUP, type SampleTarget } from "./sampleKinds.ts";
import type { SampleEvent, SampleObjects } from "./sampleObjects.ts";
import { inVersion } from "./sampleVersions.ts";

/** A response: a status, and one document or a stream of several. */
export interface SampleAnswer {
  readonly status: number;
  readonly documents: readonly unknown[];
}

/** Maximum size of an object, in bytes. */
const LARGEST = 64 * 1024;
/** Maximum milliseconds that a watch waits for changes: it reports the changes that exist, and ends. */
const LONGEST_WATCH = 30_000;
const MERGE = new Set(["application/merge-patch+json", "application/strategic-merge-patch+json"]);

/** A request, and the store of its objects. */
interface Asked {
  readonly target: SampleTarget;
  readonly resource: GroupResource;
  readonly request: PodRequest;
  readonly query: URLSearchParams;
  readonly objects: SampleObjects;
  readonly time: ProgramTime;
  /** Whether it is a dry run. */
  readonly isTrial: boolean;
  /** Converts an object to the requested version. */
  shown(object: ApiObject): ApiObject;
}

/** Answers a request for objects. @throws ApiError */
export async function answerFor(
  target: SampleTarget,
  request: PodRequest,
  { objects, time }: { readonly objects: SampleObjects; readonly time: ProgramTime },
): Promise<SampleAnswer> {
  const { kind, version, name } = target;
  const query = new URL(request.path, "http://sample").searchParams;
  const resource = { group: SAMPLE_GROUP, resource: kind.plural };
  const isTrial = query.getAll("dryRun").includes("All");
  const shown = (object: ApiObject): ApiObject => inVersion(object, kind, version);
  const asked: Asked = { target, resource, request, query, objects, time, isTrial, shown };
  if (name !== "") return ofObject(asked);
  return request.method === "GET" && isTrue(query.get("watch")) ? watched(asked) : ofCollection(asked);
}

function ofCollection({ target, resource, request, query, objects, isTrial, shown }: Asked): SampleAnswer {
  const { kind, version, namespace } = target;
  const { method } = request;
  if (method === "POST" && (namespace !== "" || !kind.isNamespaced)) {
    return { status: 201, documents: [shown(objects.create(resource, namespace, read(request, target), isTrial))] };
  }
  if (method !== "GET" && method !== "DELETE") throw methodNotAllowed(resource, method.toLowerCase());
  const found = objects.list(resource, namespace).filter(matcher(query));
  if (method === "DELETE") {
    for (const { metadata } of found) {
      objects.delete(resource, metadata.namespace ?? "", metadata.name ?? "", isTrial);
    }
  }
  const list = {
    kind: `${kind.kind}List`,
    apiVersion: `${SAMPLE_GROUP}/${version}`,
    metadata: { resourceVersion: String(objects.revision) },
    items: found.map(shown),
  };
  return { status: 200, documents: [list] };
}

async function ofObject({ target, resource, request, objects, isTrial, shown }: Asked): Promise<SampleAnswer> {
  const { namespace, name } = target;
  const one = (object: ApiObject): SampleAnswer => ({ status: 200, documents: [shown(object)] });
  switch (request.method) {
    case "GET":
      return one(objects.get(resource, namespace, name));
    case "DELETE":
      return one(objects.delete(resource, namespace, name, isTrial));
    case "PUT": {
      const object = read(request, target);
      if (object.metadata.name !== name) throw badRequest("the name of the object does not match the name on the URL");
      return one(objects.update(resource, namespace, object, isTrial));
    }
    case "PATCH": {
      const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
      if (!MERGE.has(type)) throw unsupportedMediaType(`the body of the request was in an unknown format: ${type}`);
      const before = shown(objects.get(resource, namespace, name));
      const after = (await inTurns(mergeValueInSteps(before, json(request)))) as ApiObject;
      return one(objects.update(resource, namespace, after, isTrial));
    }
    default:
      throw methodNotAllowed(resource, request.method.toLowerCase());
  }
}

/** The watch events: existing objects, or else the next changes. Empty when no change comes in time. */
async function watched(asked: Asked): Promise<SampleAnswer> {
  const { target, resource, query, objects, shown } = asked;
  const after = Number(query.get("resourceVersion") ?? 0) || 0;
  const all = after === 0 ? objects.list(resource, target.namespace).filter(matcher(query)) : [];
  const added = all.map((object) => ({ type: "ADDED" as const, object }));
  const events = added.length > 0 ? added : await changes(asked, after || objects.revision);
  return { status: 200, documents: events.map(({ type, object }) => ({ type, object: shown(object) })) };
}

async function changes(
  { target, resource, query, objects, time }: Asked,
  after: number,
): Promise<readonly SampleEvent[]> {
  const wanted = matcher(query);
  const known = (): SampleEvent[] => {
    const since = objects.changes(resource, target.namespace, after);
    if (since === undefined) throw expired(`too old resource version: ${after} (${objects.revision})`);
    return since.filter(({ object }) => wanted(object));
  };
  const seconds = Number(query.get("timeoutSeconds") ?? 0) || LONGEST_WATCH / 1000;
  const end = time.now() + Math.min(seconds * 1000, LONGEST_WATCH);
  for (let found = known(); ; found = known()) {
    const left = end - time.now();
    if (found.length > 0 || left <= 0) return found;
    const waited = new AbortController();
    const stop = objects.onChange(() => waited.abort());
    await time.sleep(left, waited.signal);
    stop();
  }
}

/** Returns a test whether the query's selectors match an object. @throws ApiError 400 */
function matcher(query: URLSearchParams): (object: ApiObject) => boolean {
  try {
    const labels = parseLabelSelector(query.get("labelSelector") ?? "");
    const fields = parseFieldSelector(query.get("fieldSelector") ?? "");
    return ({ metadata }) =>
      matchesLabels(labels, metadata.labels) &&
      matchesFields(fields, (field) => {
        if (field === "metadata.name") return metadata.name ?? "";
        if (field === "metadata.namespace") return metadata.namespace ?? "";
        throw badRequest(`field label not supported: ${field}`);
      });
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest((error as Error).message);
  }
}

/** Reads the object in a body. @throws ApiError 400, 413 */
function read(request: PodRequest, { kind, version, namespace }: SampleTarget): ApiObject {
  const object = json(request) as Partial<ApiObject> | null;
  const apiVersion = `${SAMPLE_GROUP}/${version}`;
  if (typeof object !== "object" || object === null || object.kind !== kind.kind || object.apiVersion !== apiVersion) {
    throw badRequest(`${kind.kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind.kind}`);
  }
  const { metadata = {} } = object;
  if (metadata.namespace !== undefined && metadata.namespace !== "" && metadata.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  return inVersion({ ...object, metadata }, kind, version);
}

function json({ body }: PodRequest): unknown {
  if (body.length > LARGEST) throw new ApiError(413, "RequestEntityTooLarge", `limit is ${LARGEST}`);
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch (error) {
    throw badRequest(`the object provided is unrecognized: ${(error as Error).message}`);
  }
}
