import type { ApiObject, GroupResource, ManagedFieldsEntry } from "../../../shared/object.ts";
import type { Action, Change } from "./action.ts";
import { CLIENT } from "./clients.ts";

/** Field managers of the reference's components, and the kinds of actors that use them. */
const COMPONENTS: readonly (readonly [manager: string, kind: Action["kind"]])[] = [
  ["kube-controller-manager", "controller"],
  ["kube-scheduler", "scheduler"],
  ["kubelet", "node"],
];

/** The reference's controller that writes objects with owners of a kind, or objects of the kind itself. */
const CONTROLLERS: Readonly<Record<string, string>> = {
  Deployment: "deployment-controller",
  ReplicaSet: "replicaset-controller",
  StatefulSet: "statefulset-controller",
  DaemonSet: "daemonset-controller",
  Job: "job-controller",
  CronJob: "cronjob-controller",
  Endpoints: "endpointslice-mirroring-controller",
  Service: "endpointslice-controller",
};

/**
 * Infers from watch events who made a change and why: the last field manager is the actor, and the last change of the
 * owner or of the object itself is the cause. The results are guesses, because managed fields contain no user, and
 * their times are whole seconds.
 */
export class WatchedActions {
  /** The last known change of each object, by its uid. */
  readonly #latest = new Map<string, Change>();
  /** Uids of pods without a node. A binding is not visible in managed fields, only by the node that appears. */
  readonly #unplaced = new Set<string>();
  #sequence = 0;

  /** Records an object that already existed. */
  known(type: GroupResource, object: ApiObject): void {
    this.#latest.set(object.metadata.uid ?? "", changeOf(type, object));
    this.#place(object);
  }

  /** @param now milliseconds since the epoch, at which the change was received */
  observe(verb: "create" | "update" | "delete", type: GroupResource, object: ApiObject, now: number): Action {
    const { uid = "", ownerReferences = [] } = object.metadata;
    const change = changeOf(type, object);
    const writer = lastWriter(object);
    const owner = ownerReferences.find(({ controller }) => controller === true) ?? ownerReferences[0];
    const own = this.#latest.get(uid);
    const ofOwner = owner === undefined ? undefined : this.#latest.get(owner.uid);
    const isBound = this.#place(object);
    const { actor, kind, label } = isBound
      ? { ...SCHEDULER, label: undefined }
      : actorOf(object, writer, verb === "create" ? owner?.kind : undefined);
    const cause = kind === "client" ? undefined : verb === "create" ? ofOwner : (own ?? ofOwner);
    if (verb === "delete") {
      this.#latest.delete(uid);
      this.#unplaced.delete(uid);
    } else this.#latest.set(uid, change);
    return {
      ...{ sequence: ++this.#sequence, actor, kind, at: new Date(now).toISOString() },
      ...(label === undefined ? {} : { label }),
      causes: cause === undefined ? [] : [cause],
      writes: [{ ...change, verb, subresource: isBound ? "binding" : (writer?.subresource ?? "") }],
    };
  }

  /** Records a pod's node; returns true if the pod has just got it. */
  #place(object: ApiObject): boolean {
    if (object.kind !== "Pod") return false;
    const uid = object.metadata.uid ?? "";
    if (nodeOf(object) !== undefined) return this.#unplaced.delete(uid);
    this.#unplaced.add(uid);
    return false;
  }
}

const SCHEDULER = { actor: "system:kube-scheduler", kind: "scheduler" } as const;

const nodeOf = (object: ApiObject): string | undefined =>
  (object["spec"] as { nodeName?: string } | undefined)?.nodeName;

function changeOf({ group, resource }: GroupResource, { metadata }: ApiObject): Change {
  const { namespace = "", name = "", resourceVersion: revision = "" } = metadata;
  return { group, resource, namespace, name, revision };
}

/**
 * The managedFields entry with the last write; of those in the same second the last one, because servers sort entries
 * by time.
 */
function lastWriter({ metadata }: ApiObject): ManagedFieldsEntry | undefined {
  let last: ManagedFieldsEntry | undefined;
  for (const entry of metadata.managedFields ?? []) if ((entry.time ?? "") >= (last?.time ?? "")) last = entry;
  return last;
}

function actorOf(
  object: ApiObject,
  writer: ManagedFieldsEntry | undefined,
  ownerKind: string | undefined,
): Pick<Action, "actor" | "kind" | "label"> {
  const manager = writer?.manager ?? "";
  const kind = COMPONENTS.find(([name]) => manager.startsWith(name))?.[1] ?? "client";
  if (kind === "client") return { kind, actor: CLIENT + manager, label: manager === "" ? "?" : manager };
  if (kind === "scheduler") return SCHEDULER;
  const node = nodeOf(object);
  if (kind === "node" && node !== undefined) return { kind, actor: `system:node:${node}` };
  const controller = CONTROLLERS[ownerKind ?? object.kind ?? ""];
  return { kind: "controller", actor: controller ?? manager };
}
