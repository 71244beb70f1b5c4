import type { RuntimeClass } from "kubernetes-types/node/v1";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Informers } from "../../informers/informers.ts";
import { refusedHostname } from "../machines/podHostname.ts";
import type { NodePod } from "./podParts.ts";

export interface SandboxFacts {
  readonly informers: Informers;
  readonly vocabulary: Vocabulary;
  /** Runtime handlers that the node supports besides the default one. */
  readonly runtimeHandlers: readonly string[];
  /** The node's ranges of addresses for pods if all of those are in use; otherwise undefined. */
  readonly usedRanges: readonly string[] | undefined;
}

/** Why a node cannot create the sandbox of a pod, in the words of the kubelet and its runtime. */
export function sandboxProblem(pod: NodePod, facts: SandboxFacts): string | undefined {
  return refusedHostname(pod) ?? refusedRuntime(pod.spec.runtimeClassName ?? "", facts) ?? withoutAddress(pod, facts);
}

function withoutAddress(pod: NodePod, { usedRanges }: SandboxFacts): string | undefined {
  if (usedRanges === undefined || pod.spec.hostNetwork === true) return undefined;
  return `rpc error: code = Unknown desc = failed to setup network for sandbox: no IP addresses available in range set: ${usedRanges.join(", ")}`;
}

function refusedRuntime(name: string, { informers, vocabulary, runtimeHandlers }: SandboxFacts): string | undefined {
  if (name === "") return undefined;
  const group = vocabulary.render("node.{domain}");
  const found = informers.of<RuntimeClass>({ group, resource: "runtimeclasses" }).get("", name);
  if (found === undefined) return `runtimeclass.${group} "${name}" not found`;
  const handler = (found as { readonly handler?: string }).handler ?? "";
  if (handler === "" || runtimeHandlers.includes(handler)) return undefined;
  return `rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "${handler}" is configured`;
}
