import type { ObjectReader } from "../../../store/cache/reader.ts";
import { refusal } from "../requests.ts";
import type { Restriction } from "./restriction.ts";
import { existingPod, nodeOfPod } from "./restrictPods.ts";

interface BoundObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

/** A node asks for tokens of pods only that run on it, and of no other pod that had the name before. */
export function restrictTokens(reader: ObjectReader): Restriction {
  return (node, request) => {
    if (request.operation !== "CREATE" || request.subresource !== "token") return;
    const { boundObjectRef: bound } = (request.object?.["spec"] ?? {}) as { boundObjectRef?: BoundObject | null };
    if (bound?.apiVersion !== "v1" || bound.kind !== "Pod" || !bound.name) {
      throw refusal(request, "node requested token not bound to a pod");
    }
    if (!bound.uid) throw refusal(request, "node requested token with a pod binding without a uid");
    const pod = existingPod(reader, request.namespace, bound.name);
    if (bound.uid !== pod.metadata.uid) {
      const what = `the UID in the bound object reference (${bound.uid}) does not match the UID in record`;
      throw refusal(request, `${what}. The object might have been deleted and then recreated`);
    }
    if (nodeOfPod(pod) !== node) {
      throw refusal(request, "node requested token bound to a pod scheduled on a different node");
    }
  };
}
