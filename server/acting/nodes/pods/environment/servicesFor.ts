import type { Service } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import type { Informers } from "../../../informers/informers.ts";
import type { NodePod } from "../podParts.ts";

const SERVICES = { group: "", resource: "services" };
/** The namespace of the API server's service. */
const HOME = "default";

/**
 * The services for a pod's environment variables: those of its namespace, unless the pod disables service links, and
 * the API server's.
 */
export function servicesFor(
  informers: Informers,
  vocabulary: Vocabulary,
  { metadata: { namespace = "" }, spec }: NodePod,
): readonly Service[] {
  const services = informers.of<Service>(SERVICES);
  const own = spec.enableServiceLinks === false ? [] : services.list(namespace);
  const api = services.get(HOME, vocabulary.render("{product}"));
  return api === undefined || own.includes(api) ? own : [...own, api];
}
