import type { NodePod } from "../pods/podParts.ts";

/** Maximum length of a host name in the kernel. */
const MOST = 64;

/** The pod's host name as the kubelet sets it: without the cluster's domain. */
export const shortHostname = ({ metadata, spec }: NodePod): string =>
  (spec.hostname || (metadata.name ?? "")).slice(0, 63).replace(/[-.]+$/, "");

/**
 * The fully qualified name of a pod in its service's subdomain; without a subdomain, or on the host network, the host
 * name.
 */
function fullHostname(pod: NodePod): string {
  const { metadata, spec } = pod;
  const short = shortHostname(pod);
  return spec.subdomain === undefined || spec.subdomain === "" || spec.hostNetwork === true
    ? short
    : `${short}.${spec.subdomain}.${metadata.namespace}.svc.cluster.local`;
}

/** The host name of a pod's machine, in commands and in `HOSTNAME`. */
export function machineHostname(pod: NodePod, node: string): string {
  if (pod.spec.hostNetwork === true) return node;
  return pod.spec.setHostnameAsFQDN === true ? fullHostname(pod) : shortHostname(pod);
}

/** Why a pod's machine cannot have its host name, in the kubelet's words; undefined when it can. */
export function refusedHostname(pod: NodePod): string | undefined {
  const name = pod.spec.setHostnameAsFQDN === true ? fullHostname(pod) : "";
  if (name.length <= MOST) return undefined;
  const numbers = `${MOST} characters is the max, ${name.length} characters requested`;
  return `failed to construct FQDN from pod hostname and cluster domain, FQDN ${name} is too long (${numbers})`;
}
