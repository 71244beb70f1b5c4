/** The latest changes and their authors, from the managedFields of objects. */
import type { ApiObject, ManagedFieldsEntry } from "../../../shared/object.ts";
import { isFields, listAt, textAt } from "../../resources/kinds/read.ts";

export type ChangeVerb = "created" | "changed" | "scaled" | "deleting";

export interface Change {
  readonly key: string;
  readonly verb: ChangeVerb;
  /** The newest object with the change. */
  readonly object: ApiObject;
  /** The field manager that wrote it; empty if not recorded. */
  readonly manager: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly time: number;
  /** A summary of the object's current state: replicas, images. */
  readonly summary: string;
  /** Number of objects of the same owner that the manager wrote in the same minute; they form one entry. */
  readonly count: number;
}

/** The newest changes, at most `limit`. Status updates do not count as changes. */
export function recentChanges(objects: Iterable<ApiObject>, limit: number): Change[] {
  const changes = new Map<string, { change: Change; count: number }>();
  for (const object of objects) {
    const change = changeOf(object);
    if (change === undefined) continue;
    const before = changes.get(change.key);
    if (before === undefined) changes.set(change.key, { change, count: 1 });
    else {
      before.count += 1;
      if (change.time > before.change.time) before.change = change;
    }
  }
  return [...changes.values()]
    .sort((a, b) => b.change.time - a.change.time || (a.change.key < b.change.key ? -1 : 1))
    .slice(0, limit)
    .map(({ change, count }) => ({ ...change, count }));
}

const known = new WeakMap<ApiObject, Change | undefined>();

function changeOf(object: ApiObject): Change | undefined {
  if (known.has(object)) return known.get(object);
  const change = read(object);
  known.set(object, change);
  return change;
}

function read(object: ApiObject): Change | undefined {
  const { metadata, kind = "" } = object;
  const created = secondsOf(metadata.creationTimestamp);
  const latest = latestWrite(metadata.managedFields);
  const written = secondsOf(latest?.time);
  if (created === 0 && written === 0) return undefined;
  const deleting = metadata.deletionTimestamp !== undefined;
  const time = deleting
    ? secondsOf(metadata.deletionTimestamp) - (metadata.deletionGracePeriodSeconds ?? 0) * 1000
    : Math.max(created, written);
  const verb: ChangeVerb = deleting
    ? "deleting"
    : written <= created
      ? "created"
      : latest?.subresource === "scale"
        ? "scaled"
        : "changed";
  const manager = deleting ? "" : (latest?.manager ?? "");
  const owner = metadata.ownerReferences?.find((each) => each.controller === true)?.uid;
  const group = owner === undefined ? (metadata.uid ?? "") : `${owner} ${Math.floor(time / 60_000)}`;
  return {
    key: `${verb} ${kind} ${manager} ${group}`,
    verb,
    object,
    manager,
    time,
    summary: summaryOf(object),
    count: 1,
  };
}

const secondsOf = (text: string | null | undefined): number => (text ? Date.parse(text) || 0 : 0);

/** The latest write of more than a status; a controller's writes of its own annotations are treated like the status. */
function latestWrite(entries: readonly ManagedFieldsEntry[] = []): ManagedFieldsEntry | undefined {
  let latest: ManagedFieldsEntry | undefined;
  for (const entry of entries) {
    if (entry.subresource === "status" || !writesSpec(entry)) continue;
    if (latest === undefined || secondsOf(entry.time) >= secondsOf(latest.time)) latest = entry;
  }
  return latest;
}

/** Whether an entry owns more than a status and metadata. Objects without a spec contain other data. */
const writesSpec = ({ fieldsV1 }: ManagedFieldsEntry): boolean =>
  isFields(fieldsV1) && Object.keys(fieldsV1).some((field) => field !== "f:status" && field !== "f:metadata");

function summaryOf(object: ApiObject): string {
  const replicas = textAt(object, "spec.replicas");
  const images = [
    ...listAt(object, "spec.template.spec.containers"),
    ...(object.kind === "Pod" ? listAt(object, "spec.containers") : []),
  ].map((container) => textAt(container, "image"));
  return [replicas === "" ? "" : `${replicas} ×`, images.join(", ")].filter((part) => part !== "").join(" ");
}
