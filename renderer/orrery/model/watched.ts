import type { ApiObject, GroupResource, ManagedFieldsEntry } from "../../../shared/object.ts";
import type { Action, Change } from "./action.ts";
import { CLIENT } from "./clients.ts";

/** How the managers of the reference's components are called, and what acts in their name. */
const COMPONENTS: readonly (readonly [manager: string, kind: Action["kind"]])[] = [
  ["kube-controller-manager", "controller"],
  ["kube-scheduler", "scheduler"],
  ["kubelet", "node"],
];

/** The controller of the reference that writes objects with owners of a kind, or of the kind itself. */
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
 * Concludes from the changes that watches deliver who made them, and because of what: the manager that wrote last is
 * the actor, the last change of the owner or of the object itself is the cause. These are guesses: managed fields know
 * no user, and their times are whole seconds.
 */
export class WatchedActions {
  /** The last known change of each object, by its uid. */
  readonly #latest = new Map<string, Change>();
  /** Uids of pods that wait for a node. A binding leaves no trace in managed fields, only the node. */
  readonly #unplaced = new Set<string>();
  #sequence = 0;

  /** Takes note of an object that was there already. */
  known(type: GroupResource, object: ApiObject): void {
    this.#latest.set(object.metadata.uid ?? "", changeOf(type, object));
    this.#place(object);
  }

  /** @param now milliseconds since the epoch, at which the change was received */
  told(verb: "create" | "update" | "delete", type: GroupResource, object: ApiObject, now: number): Action {
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

  /** Takes note of a pod's node; true when the pod has got it just now. */
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

/** The entry of who wrote last; of those of the same second the last, because servers sort them so. */
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
