/** The actions of an object other than editing and deleting it, and their requests. */
import { type ApiObject, parseApiVersion } from "../../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { PlannedRequest } from "../../requests/plannedRequest.ts";

export const ACTIONS = [
  "scale",
  "setImage",
  "restart",
  "rollBack",
  "pause",
  "unpause",
  "trigger",
  "suspend",
  "unsuspend",
  "cordon",
  "uncordon",
  "drain",
  "evict",
] as const;
export type Action = (typeof ACTIONS)[number];

const SCALED = ["Deployment.apps", "StatefulSet.apps", "ReplicaSet.apps", "ReplicationController."];
const RESTARTED = ["Deployment.apps", "StatefulSet.apps", "DaemonSet.apps"];

/** Fields that determine which actions apply. */
interface Steered {
  readonly paused?: boolean;
  readonly suspend?: boolean;
  readonly unschedulable?: boolean;
  readonly replicas?: number;
}

/** The kind with its group: `Deployment.apps`. */
export const kindOf = ({ apiVersion = "", kind = "" }: ApiObject): string =>
  `${kind}.${parseApiVersion(apiVersion).group}`;
/** Whether a change of the object's pod template replaces its pods step by step. */
export const isRolledOut = (object: ApiObject): boolean => RESTARTED.includes(kindOf(object));
export const steeredOf = (object: ApiObject): Steered => (object["spec"] ?? {}) as Steered;

/**
 * The actions that apply to an object in its current state.
 *
 * @param subresources those of its kind: a custom resource may also have a scale
 */
export function actionsFor(object: ApiObject, subresources: readonly string[] = []): readonly Action[] {
  const kind = kindOf(object);
  const { paused = false, suspend = false, unschedulable = false } = steeredOf(object);
  const can: Readonly<Record<Action, boolean>> = {
    scale: SCALED.includes(kind) || subresources.includes("scale"),
    setImage: isRolledOut(object) || kind === "CronJob.batch",
    restart: RESTARTED.includes(kind) && !paused,
    rollBack: isRolledOut(object),
    pause: kind === "Deployment.apps" && !paused,
    unpause: kind === "Deployment.apps" && paused,
    trigger: kind === "CronJob.batch",
    suspend: ["CronJob.batch", "Job.batch"].includes(kind) && !suspend,
    unsuspend: ["CronJob.batch", "Job.batch"].includes(kind) && suspend,
    cordon: kind === "Node." && !unschedulable,
    uncordon: kind === "Node." && unschedulable,
    drain: kind === "Node.",
    evict: kind === "Pod." && object.metadata.deletionTimestamp === undefined,
  };
  return ACTIONS.filter((action) => can[action]);
}

/** The permission that an action needs: the verb, and the subresource or other resource. */
export const RIGHTS: Readonly<Record<Action, { readonly verb: string; readonly subresource: string }>> = {
  scale: { verb: "patch", subresource: "scale" },
  setImage: { verb: "patch", subresource: "" },
  restart: { verb: "patch", subresource: "" },
  rollBack: { verb: "patch", subresource: "" },
  pause: { verb: "patch", subresource: "" },
  unpause: { verb: "patch", subresource: "" },
  trigger: { verb: "get", subresource: "" },
  suspend: { verb: "patch", subresource: "" },
  unsuspend: { verb: "patch", subresource: "" },
  cordon: { verb: "patch", subresource: "" },
  uncordon: { verb: "patch", subresource: "" },
  drain: { verb: "patch", subresource: "" },
  evict: { verb: "create", subresource: "eviction" },
};

export interface ActionContext {
  readonly object: ApiObject;
  readonly locator: ResourceLocator;
  readonly vocabulary: Vocabulary;
  readonly fieldManager: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Number of replicas, for `scale`. */
  readonly replicas?: number;
}

/** Actions that consist of one request. The others have their own dialogs. */
export type PlainAction = Exclude<Action, "rollBack" | "drain" | "setImage">;

/** The request of an action. */
export function requestOf(action: PlainAction, context: ActionContext): PlannedRequest {
  const patch = (spec: object, contentType = "application/merge-patch+json", subresource?: string): PlannedRequest => ({
    method: "PATCH",
    path: withQuery(resourcePath({ ...context.locator, ...(subresource === undefined ? {} : { subresource }) }), {
      fieldManager: context.fieldManager,
    }),
    contentType,
    body: { spec },
  });
  switch (action) {
    case "scale":
      return patch({ replicas: context.replicas ?? 0 }, undefined, "scale");
    case "restart":
      return patch(restarted(context), "application/strategic-merge-patch+json");
    case "pause":
      return patch({ paused: true });
    case "unpause":
      return patch({ paused: null });
    case "suspend":
      return patch({ suspend: true });
    case "unsuspend":
      return patch({ suspend: false });
    case "cordon":
      return patch({ unschedulable: true });
    case "uncordon":
      return patch({ unschedulable: null });
    case "trigger":
      return trigger(context);
    case "evict":
      return evictionOf(context.locator, context.object.metadata.uid);
  }
}

/** Like `kubectl rollout restart`: a changed template creates new pods. */
const restarted = ({ vocabulary, now }: ActionContext) => ({
  template: {
    metadata: {
      annotations: { [vocabulary.render("kubectl.{labelDomain}/restartedAt")]: new Date(now).toISOString() },
    },
  },
});

/** A job from a cron job's template, like `kubectl create job --from`. */
function trigger({ object, locator, vocabulary, fieldManager, now }: ActionContext): PlannedRequest {
  const { metadata, apiVersion, kind } = object;
  const { jobTemplate } = object["spec"] as { jobTemplate: { metadata?: ApiObject["metadata"]; spec: object } };
  const { labels, annotations = {} } = jobTemplate.metadata ?? {};
  const name = `${(metadata.name ?? "").slice(0, 45)}-manual-${Math.floor(now / 1000).toString(36)}`;
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
  return {
    method: "POST",
    path: withQuery(
      resourcePath({ group: "batch", version: "v1", resource: "jobs", namespace: locator.namespace ?? "" }),
      {
        fieldManager,
      },
    ),
    body: {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: {
        name,
        ...(labels === undefined ? {} : { labels }),
        annotations: { [vocabulary.render("cronjob.{labelDomain}/instantiate")]: "manual", ...annotations },
        ownerReferences: [owner],
      },
      spec: jobTemplate.spec,
    },
  };
}

/**
 * The eviction of a pod, which disruption budgets may refuse. @param uid prevents the eviction of another pod with the
 * same name
 */
export const evictionOf = ({ namespace = "", name = "" }: ResourceLocator, uid?: string): PlannedRequest => ({
  method: "POST",
  path: resourcePath({ group: "", version: "v1", resource: "pods", namespace, name, subresource: "eviction" }),
  body: {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name, namespace },
    ...(uid === undefined ? {} : { deleteOptions: { preconditions: { uid } } }),
  },
});
