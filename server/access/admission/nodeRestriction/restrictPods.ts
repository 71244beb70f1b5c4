import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { type ApiError, notFound } from "../../../../shared/status.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { podReferences } from "../../authorization/node/podReferences.ts";
import { podSpec } from "../builtIn/podSpec.ts";
import { refusal } from "../requests.ts";
import type { Restriction } from "./restriction.ts";

const PODS = { group: "", resource: "pods" };
const NODES = { group: "", resource: "nodes" };

/** The node a pod is bound to; empty when it is not bound. */
export const nodeOfPod = (pod: ApiObject | undefined): string =>
  ((pod?.["spec"] ?? {}) as { nodeName?: string }).nodeName ?? "";

/** For objects missing in a cache, the reference uses the singular of the resource. */
const missing = ({ group, resource }: typeof PODS, name: string): ApiError =>
  notFound({ group, resource: resource.slice(0, -1) }, name);

/** @throws ApiError 404 */
export function existingPod(reader: ObjectReader, namespace: string, name: string): ApiObject {
  const pod = reader.get(PODS, namespace, name);
  if (pod === undefined) throw missing(PODS, name);
  return pod;
}

/**
 * A node may create mirror pods of its static pods, delete and evict pods that are bound to it, and report their
 * status.
 * @param devices gate `DynamicResourceAllocation`: pods may refer to claims of devices
 */
export function restrictPods(reader: ObjectReader, vocabulary: Vocabulary, devices: boolean): Restriction {
  const mirror = vocabulary.render("{labelDomain}/config.mirror");

  const create: Restriction = (node, request) => {
    const pod = request.object;
    if (pod === undefined) return;
    if (pod.metadata.annotations?.[mirror] === undefined) {
      const by = `node ${quoted(node)}`;
      throw refusal(request, `pod does not have ${quoted(mirror)} annotation, ${by} can only create mirror pods`);
    }
    checkOwner(reader, node, request, pod);
    checkReferences(node, request, pod, devices);
  };

  return (node, request) => {
    const { operation, namespace, name } = request;
    const by = `node ${quoted(node)}`;
    switch (request.subresource) {
      case "":
        if (operation === "CREATE") return create(node, request);
        if (operation === "UPDATE") {
          throw refusal(request, `unexpected operation "UPDATE", ${by} can only create and delete mirror pods`);
        }
        if (nodeOfPod(existingPod(reader, namespace, name)) === node) return;
        throw refusal(request, `${by} can only delete pods with spec.nodeName set to itself`);
      case "status":
        if (operation !== "UPDATE") throw refusal(request, `unexpected operation ${quoted(operation)}`);
        return checkStatus(node, request);
      case "eviction":
        if (operation !== "CREATE") throw refusal(request, `unexpected operation ${operation}`);
        if (name === "") throw refusal(request, "could not determine pod from request data");
        if (nodeOfPod(existingPod(reader, namespace, name)) === node) return;
        throw refusal(request, `node ${node} can only evict pods with spec.nodeName set to itself`);
      default: {
        const what = `unexpected pod subresource ${quoted(request.subresource)}`;
        throw refusal(request, `${what}, only 'status' and 'eviction' are allowed`);
      }
    }
  };
}

/** A mirror pod must be owned by its node alone. */
function checkOwner(reader: ObjectReader, node: string, request: AdmissionRequest, pod: ApiObject): void {
  const refuse = (message: string): ApiError => refusal(request, `node ${quoted(node)} ${message}`);
  if (nodeOfPod(pod) !== node) throw refuse("can only create pods with spec.nodeName set to itself");
  const [owner, ...others] = pod.metadata.ownerReferences ?? [];
  if (others.length > 0) throw refuse("can only create pods with a single owner reference set to itself");
  if (owner === undefined || owner.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== node) {
    throw refuse("can only create pods with an owner reference set to itself");
  }
  if (owner.controller !== true) {
    throw refuse("can only create pods with a controller owner reference set to itself");
  }
  if (owner.blockOwnerDeletion === true) throw refuse("must not set blockOwnerDeletion on an owner reference");
  const self = reader.get(NODES, "", node);
  if (self === undefined) throw missing(NODES, node);
  if (owner.uid !== self.metadata.uid) {
    throw refusal(request, `node ${node} UID mismatch: expected ${owner.uid} got ${self.metadata.uid}`);
  }
}

/** A mirror pod must not refer to other objects, because its node could then read them. */
function checkReferences(node: string, request: AdmissionRequest, pod: ApiObject, devices: boolean): void {
  const refuse = (what: string): ApiError =>
    refusal(request, `node ${quoted(node)} can not create pods that reference ${what}`);
  const spec = podSpec(pod);
  if (spec.serviceAccountName) throw refuse("a service account");
  if (podReferences(pod, "secrets").size > 0) throw refuse("secrets");
  if (podReferences(pod, "configmaps").size > 0) throw refuse("configmaps");
  const volumes = spec.volumes ?? [];
  const sources = volumes.flatMap((volume) => (volume.projected?.sources ?? []) as { clusterTrustBundle?: unknown }[]);
  if (sources.some((source) => source.clusterTrustBundle)) throw refuse("clustertrustbundles");
  if (volumes.some((volume) => volume["persistentVolumeClaim"])) throw refuse("persistentvolumeclaims");
  const { resourceClaims = [] } = spec as { resourceClaims?: readonly unknown[] };
  if (devices && resourceClaims.length > 0) throw refuse("resourceclaims");
}

function checkStatus(node: string, request: AdmissionRequest): void {
  const { object, oldObject } = request;
  const refuse = (message: string): ApiError => refusal(request, `node ${quoted(node)} ${message}`);
  if (nodeOfPod(oldObject) !== node) {
    throw refuse("can only update pod status for pods with spec.nodeName set to itself");
  }
  if (!deepEqual(object?.metadata.labels ?? {}, oldObject?.metadata.labels ?? {})) {
    throw refuse("cannot update labels through pod status");
  }
  if (!deepEqual(claimStatuses(object), claimStatuses(oldObject))) {
    throw refuse("cannot update resource claim statues");
  }
}

const claimStatuses = (pod: ApiObject | undefined): readonly unknown[] =>
  ((pod?.["status"] ?? {}) as { resourceClaimStatuses?: readonly unknown[] }).resourceClaimStatuses ?? [];
