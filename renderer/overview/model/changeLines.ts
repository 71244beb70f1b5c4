/** The lines of the recent changes, from the objects, from the watch, and from the audit log. */
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

/** An object that was deleted while the page watched it. */
export interface Deletion {
  readonly object: ApiObject;
  readonly kind: Kind;
  /** Milliseconds since the epoch, when the page noticed it. */
  readonly time: number;
}

/** The line of a deletion that the page has seen. A watch does not say who deleted. */
export function lineOfDeletion({ object, kind, time }: Deletion): ChangeLine {
  const { name = "", namespace = "", uid = "" } = object.metadata;
  return {
    key: `deleted ${uid}`,
    verb: "deleted",
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
 * The line of a change that the audit log records: deletions of all kinds, and other changes of the kinds that the page
 * does not watch. Undefined for requests that changed nothing, or only a subresource.
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
  if (type === undefined || type.kind === "Event" || (isKind(type.kind) && !isDeletion)) return undefined;
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
  };
}

/** The newest lines of several sources; of several lines about one object by one author, the newest. */
export function newestLines(lines: readonly ChangeLine[], limit: number): ChangeLine[] {
  const found = new Map<string, ChangeLine>();
  for (const line of lines.toSorted((a, b) => b.time - a.time)) {
    const { verb, type, namespace, name, author } = line;
    const id = `${verb} ${type.group}/${type.resource} ${namespace}/${name} ${author.is} ${author.name}`;
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
