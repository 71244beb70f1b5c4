/** A copy of an existing object. */
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { kindOf } from "./plannedAction.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that the server or a controller set on the original, by kind with group. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  "Pod.": ["nodeName"],
  "Service.": ["clusterIP", "clusterIPs", "healthCheckNodePort"],
  "PersistentVolumeClaim.": ["volumeName"],
  "PersistentVolume.": ["claimRef"],
  "Job.batch": ["selector"],
  "Node.": ["podCIDR", "podCIDRs", "providerID"],
};

/** Labels that tie pods to one job. */
const JOB_LABELS = ["controller-uid", "job-name"];

/**
 * The clone of an object: the same spec and data under another name, without the fields that the server sets, and
 * without owner references, because the owners would adopt it.
 */
export function cloneOf(object: ApiObject, vocabulary: Vocabulary): ApiObject {
  const { status: _, metadata, ...rest } = object;
  const { name = "", namespace, labels = {}, annotations = {} } = metadata;
  const kind = kindOf(object);
  const made = [
    vocabulary.render("kubectl.{labelDomain}/last-applied-configuration"),
    vocabulary.render("deployment.{labelDomain}/revision"),
    vocabulary.render("pv.{labelDomain}/bind-completed"),
    vocabulary.render("pv.{labelDomain}/bound-by-controller"),
  ];
  const jobLabels = [
    ...JOB_LABELS,
    ...JOB_LABELS.map((label) => `${vocabulary.render("batch.{labelDomain}")}/${label}`),
  ];
  const keptLabels = kind === "Job.batch" ? without(labels, jobLabels) : labels;
  const keptAnnotations = without(annotations, made);
  const { apiVersion, kind: word, ...fields } = rest;
  return {
    apiVersion,
    kind: word,
    metadata: {
      name: `${name}-copy`,
      ...(namespace === undefined ? {} : { namespace }),
      ...(Object.keys(keptLabels).length === 0 ? {} : { labels: keptLabels }),
      ...(Object.keys(keptAnnotations).length === 0 ? {} : { annotations: keptAnnotations }),
    },
    ...fields,
    ...(fields["spec"] === undefined ? {} : { spec: specOf(kind, fields["spec"] as Fields, jobLabels) }),
  } as ApiObject;
}

/** The object to recreate a deleted one, under its own name. */
export function restorable(object: ApiObject, vocabulary: Vocabulary): ApiObject {
  const clone = cloneOf(object, vocabulary);
  return { ...clone, metadata: { ...clone.metadata, name: object.metadata.name ?? "" } };
}

function specOf(kind: string, spec: Fields, jobLabels: readonly string[]): Fields {
  const own = without(spec, CHOSEN[kind] ?? []);
  if (kind === "Service.") {
    const { ports = [] } = spec as { ports?: readonly Fields[] };
    return { ...own, ports: ports.map((port) => without(port, ["nodePort"])) };
  }
  if (kind === "Job.batch") {
    const { template } = spec as { template?: { metadata?: { labels?: Fields } } };
    const labels = without(template?.metadata?.labels ?? {}, jobLabels);
    return { ...own, template: { ...template, metadata: { ...template?.metadata, labels } } };
  }
  return kind === "Pod." ? withoutToken(own) : own;
}

/** A pod without the volume of its service account token, which the server adds to every pod. */
function withoutToken(spec: Fields): Fields {
  const isToken = (each: { name?: string }): boolean => each.name?.startsWith("kube-api-access-") === true;
  const {
    volumes = [],
    containers = [],
    initContainers,
  } = spec as {
    volumes?: readonly { name?: string }[];
    containers?: readonly Fields[];
    initContainers?: readonly Fields[];
  };
  const unmounted = (container: Fields): Fields => {
    const { volumeMounts = [] } = container as { volumeMounts?: readonly { name?: string }[] };
    return { ...container, volumeMounts: volumeMounts.filter((mount) => !isToken(mount)) };
  };
  return {
    ...spec,
    volumes: volumes.filter((volume) => !isToken(volume)),
    containers: containers.map(unmounted),
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map(unmounted) }),
  };
}

function without<T extends Fields>(fields: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as T;
}
