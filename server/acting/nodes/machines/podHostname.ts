import type { NodePod } from "../pods/podParts.ts";

/** Characters of a host name that a kernel keeps. */
const MOST = 64;

/** As the reference's agent names a pod's machine: without the cluster's domain. */
export const shortHostname = ({ metadata, spec }: NodePod): string =>
  (spec.hostname || (metadata.name ?? "")).slice(0, 63).replace(/[-.]+$/, "");

/** The name of a pod that has a place under a service; without a subdomain, or on its node's network, the host name. */
function fullHostname(pod: NodePod): string {
  const { metadata, spec } = pod;
  const short = shortHostname(pod);
  return spec.subdomain === undefined || spec.subdomain === "" || spec.hostNetwork === true
    ? short
    : `${short}.${spec.subdomain}.${metadata.namespace}.svc.cluster.local`;
}

/** What a pod's machine is called, in commands and in `HOSTNAME`. */
export function machineHostname(pod: NodePod, node: string): string {
  if (pod.spec.hostNetwork === true) return node;
  return pod.spec.setHostnameAsFQDN === true ? fullHostname(pod) : shortHostname(pod);
}

/** Why a pod's machine cannot have its name, in the words of the reference's agent; undefined when it can. */
export function refusedHostname(pod: NodePod): string | undefined {
  const name = pod.spec.setHostnameAsFQDN === true ? fullHostname(pod) : "";
  if (name.length <= MOST) return undefined;
  const numbers = `${MOST} characters is the max, ${name.length} characters requested`;
  return `failed to construct FQDN from pod hostname and cluster domain, FQDN ${name} is too long (${numbers})`;
}
