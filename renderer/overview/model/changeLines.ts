/** The lines of the recent changes, from the objects, from the watch, and from the audit log. */
import { managerFromUserAgent } from "../../../shared/apply/fieldManager.ts";
import { actorOf, codeOf } from "../../../shared/console/auditEvent.ts";
import type { ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { KIND_TYPES } from "../kindTypes.ts";
import type { Change, ChangeVerb } from "./changes.ts";
import { isKind, type Kind } from "./objectFinding.ts";

type TypeOfLine = Pick<ResourceType, "group" | "version" | "resource" | "kind">;

/** An author of a change, as its source names it: the audit log knows users, objects know field managers. */
export interface Author {
  readonly is: "user" | "manager";
  readonly name: string;
}

export interface ChangeLine {
  readonly key: string;
  readonly verb: ChangeVerb | "deleted";
  readonly type: TypeOfLine;
  readonly namespace: string;
  readonly name: string;
  /** Who changed it: a user, or the field manager of a client that recorded no user; an empty name if unknown. */
  readonly author: Author;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly summary: string;
  /** Number of objects that were changed alike. */
  readonly count: number;
  /** The field manager of a recorded request about a watched kind, whose objects name the managers of their fields. */
  readonly manager?: string;
}

/** The line of a change that an object's managed fields record. */
export function lineOfChange({ object, manager, ...change }: Change): ChangeLine {
  const { name = "", namespace = "" } = object.metadata;
  return {
    ...change,
    author: { is: "manager", name: manager },
    name,
    namespace,
    type: KIND_TYPES[object.kind as Kind],
  };
}

/** A change that the page has seen while it watched the object, and that the object does not record. */
export interface SeenChange {
  readonly verb: "changed" | "deleted";
  readonly object: ApiObject;
  readonly kind: Kind;
  /** Milliseconds since the epoch, when the page noticed it. */
  readonly time: number;
}

/** The line of a change that the page has seen. A watch does not say who deleted an object or removed a field. */
export function lineOfSeen({ verb, object, kind, time }: SeenChange): ChangeLine {
  const { name = "", namespace = "", uid = "", resourceVersion = "" } = object.metadata;
  return {
    key: `${verb} ${uid} ${resourceVersion}`,
    verb,
    type: KIND_TYPES[kind],
    name,
    namespace,
    author: { is: "user", name: "" },
    time,
    summary: "",
    count: 1,
  };
}

/** Groups whose objects only ask questions. */
const QUESTIONS = /^(authorization|authentication)\./;

/**
 * The line of a change that the audit log records. Undefined for requests that changed nothing, or only a subresource.
 */
export function lineOfEvent(event: ShownAuditEvent, types: readonly ResourceType[]): ChangeLine | undefined {
  const { objectRef, requestURI, verb, stage, stageTimestamp, auditID } = event;
  if (stage !== "ResponseComplete" || codeOf(event) < 200 || codeOf(event) >= 300) return undefined;
  if (objectRef?.resource === undefined || /[?&]dryRun=/.test(requestURI)) return undefined;
  const { resource, apiGroup: group = "", subresource = "", name = "", namespace = "" } = objectRef;
  const isEviction = subresource === "eviction";
  if (name === "" || (subresource !== "" && !isEviction) || QUESTIONS.test(group)) return undefined;
  const type = types.find((each) => each.group === group && each.resource === resource);
  const isDeletion = isEviction || verb === "delete";
  if (type === undefined || type.kind === "Event") return undefined;
  return {
    key: `${auditID} ${verb}`,
    verb: isDeletion ? "deleted" : verb === "create" ? "created" : "changed",
    type,
    name,
    // A request for a namespace names it as its namespace, too.
    namespace: type.namespaced ? namespace : "",
    author: { is: "user", name: actorOf(event) },
    time: Date.parse(stageTimestamp),
    summary: "",
    count: 1,
    ...(isKind(type.kind) && !isDeletion ? { manager: managerOf(event) } : {}),
  };
}

/** The field manager of a write: the one that its address names, otherwise its client. */
function managerOf({ requestURI, userAgent = "" }: ShownAuditEvent): string {
  const query = new URLSearchParams(requestURI.split("?")[1]);
  return query.get("fieldManager") || managerFromUserAgent(userAgent);
}

/**
 * The lines of changes that objects record, and of requests. An object keeps only the time at which a manager last set a
 * field: it says nothing about fields that were removed, nor about labels and annotations. So a request whose manager has
 * a line about the object is part of that line, which takes the time of the later one; other requests have their own.
 */
export function joinLines(written: readonly ChangeLine[], requested: readonly ChangeLine[]): ChangeLine[] {
  const latest = new Map<string, number>();
  for (const line of requested) {
    if (line.manager === undefined) continue;
    const id = writeId(line, line.manager);
    latest.set(id, Math.max(line.time, latest.get(id) ?? line.time));
  }
  const joined = new Set<string>();
  const lines = written.map((line) => {
    const id = writeId(line, line.author.name);
    joined.add(id);
    return { ...line, time: Math.max(line.time, latest.get(id) ?? line.time) };
  });
  return [...lines, ...requested.filter((line) => !joined.has(writeId(line, line.manager ?? "")))];
}

const objectId = ({ type, namespace, name }: ChangeLine): string =>
  `${type.group}/${type.resource} ${namespace}/${name}`;
const writeId = (line: ChangeLine, manager: string): string => `${line.verb} ${objectId(line)} ${manager}`;

/** The newest lines of several sources; of several lines about one object by one author, the newest. */
export function newestLines(lines: readonly ChangeLine[], limit: number): ChangeLine[] {
  const found = new Map<string, ChangeLine>();
  for (const line of lines.toSorted((a, b) => b.time - a.time)) {
    const { verb, author } = line;
    const id = `${verb} ${objectId(line)} ${author.is} ${author.name}`;
    if (!found.has(id)) found.set(id, line);
    if (found.size === limit) break;
  }
  return [...found.values()];
}

/**
 * The objects that are missing from the next state of a complete list; objects of a controller are left out, because
 * their owners replace them all the time.
 */
export function goneFrom(before: readonly ApiObject[], after: readonly ApiObject[]): ApiObject[] {
  const left = new Set(after.map(({ metadata }) => metadata.uid));
  return before.filter(
    ({ metadata }) =>
      !left.has(metadata.uid) && metadata.ownerReferences?.some(({ controller }) => controller === true) !== true,
  );
}

/**
 * The objects of the next state of a list from which fields were removed, and in which no manager recorded a write since:
 * a removal leaves no trace in the managed fields. Without managed fields, nothing is known.
 */
export function withRemovals(before: readonly ApiObject[], after: readonly ApiObject[]): ApiObject[] {
  const known = new Map(before.map((object) => [object.metadata.uid, object]));
  return after.filter((object) => {
    const earlier = known.get(object.metadata.uid);
    if (earlier === undefined || earlier === object || object.metadata.deletionTimestamp !== undefined) return false;
    return latestTime(object) === latestTime(earlier) && lacksSome(intentOf(object), intentOf(earlier));
  });
}

/** Whether a value lacks a field or an item of an earlier one. Items are compared by their places. */
function lacksSome(value: unknown, earlier: unknown): boolean {
  if (value === earlier || typeof earlier !== "object" || earlier === null) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(earlier).some(
    ([name, item]) => !Object.hasOwn(value, name) || lacksSome(Reflect.get(value, name), item),
  );
}

/** What people and programs ask of an object: everything but its status and what the server maintains. */
function intentOf({ metadata, status: _status, ...data }: ApiObject): unknown {
  return { ...data, labels: metadata.labels ?? {}, annotations: metadata.annotations ?? {} };
}

/** The latest time at which a manager wrote more than the status; empty if there is none. */
function latestTime({ metadata }: ApiObject): string {
  let latest = "";
  for (const { subresource, time = "" } of metadata.managedFields ?? []) {
    if (subresource !== "status" && time > latest) latest = time;
  }
  return latest;
}
