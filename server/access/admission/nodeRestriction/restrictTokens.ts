import type { Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { refusal } from "../requests.ts";
import { podNeedsAudience } from "./podAudiences.ts";
import type { Restriction } from "./restriction.ts";
import { existingPod, nodeOfPod } from "./restrictPods.ts";

interface TokenSpec {
  readonly boundObjectRef?: BoundObject | null;
  readonly audiences?: readonly string[];
}

interface BoundObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

/**
 * A node may request tokens only for pods that run on it, and not for an earlier pod of the same name.
 * @param audiences whether only audiences that the pod needs are permitted
 */
export function restrictTokens(reader: ObjectReader, vocabulary: Vocabulary, audiences: boolean): Restriction {
  return (node, request) => {
    if (request.operation !== "CREATE" || request.subresource !== "token") return;
    const { boundObjectRef: bound, audiences: asked } = (request.object?.["spec"] ?? {}) as TokenSpec;
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
    if (!audiences) return;
    const message = audienceRefusal(reader, vocabulary, pod, asked ?? []);
    if (message !== undefined) throw refusal(request, message);
  };
}

/** Why a node may not get tokens with these audiences for a pod; undefined when it may. */
function audienceRefusal(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  pod: ApiObject,
  audiences: readonly string[],
): string | undefined {
  if (audiences.length > 1) return "node may only request 0 or 1 audiences";
  const audience = audiences[0] ?? "";
  try {
    if (podNeedsAudience(reader, vocabulary, narrow<Pod>(pod), audience)) return undefined;
    return `audience ${quoted(audience)} not found in pod spec volume`;
  } catch (error) {
    return `error validating audience ${quoted(audience)}: ${messageOf(error)}`;
  }
}
