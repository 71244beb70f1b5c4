import type { ApiObject, OwnerReference } from "../../../shared/object.ts";
import type { Finding } from "../../overview/model/finding.ts";
import { objectFinding } from "../../overview/model/objectFinding.ts";
import { workloadOf } from "../../overview/model/workloadOf.ts";
import { at, fieldsAt, listAt, textAt } from "../../resources/kinds/read.ts";
import { podReferences } from "../../resources/references/model/podReferences.ts";
import { LAYER, type MapKind } from "./kinds.ts";
import type { DraftNode, MapDraft } from "./mapDraft.ts";
import { SelectorIndex } from "./selectorIndex.ts";

type Objects = Readonly<Record<MapKind, readonly ApiObject[]>>;

/** Adds the workloads to the map with their pods. Replica sets are part of their Deployment, jobs of their CronJob. */
export class Workloads {
  /** The index for selectors: the workloads by their pods' labels. */
  readonly index = new SelectorIndex();
  readonly #draft: MapDraft;
  readonly #now: number;
  /** Creation time of the newest job of each CronJob. */
  readonly #newest = new Map<string, string>();

  /** @param draft already contains the objects that pods refer to */
  constructor(draft: MapDraft, now: number) {
    this.#draft = draft;
    this.#now = now;
  }

  add(objects: Objects): void {
    for (const kind of ["Deployment", "StatefulSet", "DaemonSet"] as const) {
      for (const object of objects[kind]) this.#addTemplated(kind, object, objectFinding(kind, object, this.#now));
    }
    for (const object of objects.CronJob) this.#addCronJob(object);
    for (const object of objects.ReplicaSet) this.#addReplicaSet(object);
    for (const object of objects.Job) this.#addJob(object);
    for (const pod of objects.Pod) this.#addPod(pod);
  }

  #addTemplated(kind: MapKind, object: ApiObject, finding: Finding | undefined): void {
    const node = this.#draft.add(kind, object, finding);
    this.#addTemplate(node, at(object, "spec.template"));
  }

  #addTemplate(node: DraftNode, template: unknown): void {
    this.index.add(node.namespace, textFields(template, "metadata.labels"), node.id);
    this.#referAll(node, at(template, "spec"));
  }

  #addCronJob(object: ApiObject): void {
    const node = this.#draft.add("CronJob", object, cronJobFinding(object));
    node.notes.push({ id: "schedule", values: { schedule: textAt(object, "spec.schedule") } });
    this.#addTemplate(node, at(object, "spec.jobTemplate.spec.template"));
  }

  #addReplicaSet(object: ApiObject): void {
    const owner = this.#draft.withUid(controllerOf(object)?.uid);
    if (owner?.kind === "Deployment") this.#draft.standFor(object.metadata.uid ?? "", owner);
    else this.#addTemplated("ReplicaSet", object, undefined);
  }

  /** The newest job determines the state of a CronJob, unless the job succeeded. */
  #addJob(object: ApiObject): void {
    const finding = objectFinding("Job", object, this.#now);
    const owner = this.#draft.withUid(controllerOf(object)?.uid);
    if (owner?.kind !== "CronJob") {
      this.#addTemplated("Job", object, finding);
      return;
    }
    this.#draft.standFor(object.metadata.uid ?? "", owner);
    const created = object.metadata.creationTimestamp ?? "";
    if (created < (this.#newest.get(owner.id) ?? "")) return;
    this.#newest.set(owner.id, created);
    owner.finding = finding;
  }

  #addPod(pod: ApiObject): void {
    const finding = objectFinding("Pod", pod, this.#now);
    const { uid = "", name = "", namespace = "", labels = {} } = pod.metadata;
    const controller = this.#makerOf(pod);
    const node =
      controller === undefined ? this.#draft.add("Pod", pod, finding) : this.#draft.owner(controller, namespace);
    const isFirst = node.pods.length === 0;
    node.pods.push({ uid, name, finding });
    const hasTemplate = node.presence === "there" && node.kind !== "Pod";
    // Each pod of a StatefulSet has its own name, which a selector can match, and its own claims.
    if (hasTemplate && node.kind !== "StatefulSet") return;
    this.index.add(namespace, labels, node.id);
    if (hasTemplate) this.#referClaims(node, namespace, pod);
    else if (isFirst) this.#referAll(node, pod["spec"], namespace);
    if (node.presence === "there") return;
    node.layer = LAYER.workload;
    if (isFirst) node.labels = labels;
  }

  /** If the user may not read replica sets, the Deployment is derived from their names. */
  #makerOf(pod: ApiObject): OwnerReference | undefined {
    const controller = controllerOf(pod);
    if (controller?.kind !== "ReplicaSet" || this.#draft.withUid(controller.uid) !== undefined) return controller;
    const workload = workloadOf(pod);
    return workload?.kind === "Deployment" ? { apiVersion: controller.apiVersion, ...workload, uid: "" } : controller;
  }

  #referAll(node: DraftNode, spec: unknown, namespace = node.namespace): void {
    for (const { kind, name, relation, optional } of podReferences(spec)) {
      // Every pod refers to a service account; the account `default` gets no edge.
      if (kind === "ServiceAccount" && name === "default") continue;
      const reference = { apiVersion: "v1", kind, name };
      const target = optional ? this.#draft.find(reference, namespace) : this.#draft.refer(reference, namespace);
      if (target !== undefined) this.#draft.link(node, target, relation);
    }
  }

  #referClaims(node: DraftNode, namespace: string, pod: ApiObject): void {
    for (const volume of listAt(pod, "spec.volumes")) {
      const name = textAt(volume, "persistentVolumeClaim.claimName");
      if (name === "") continue;
      const claim = this.#draft.refer({ apiVersion: "v1", kind: "PersistentVolumeClaim", name }, namespace);
      this.#draft.link(node, claim, "mounts");
    }
  }
}

const cronJobFinding = (object: ApiObject): Finding => ({
  state: "good",
  word: textAt(object, "spec.suspend") === "true" ? "Suspended" : "Scheduled",
});

const controllerOf = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find((each) => each.controller === true);

/** All texts in the map at a path. */
export function textFields(value: unknown, path: string): Record<string, string> {
  const texts = Object.entries(fieldsAt(value, path)).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(texts) as Record<string, string>;
}
