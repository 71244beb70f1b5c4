import { serviceAddresses } from "../../access/webhook/serviceAddress.ts";
import type { Services } from "../../api/registry/services.ts";
import { sourceLog } from "../../ground/observability/log/logSources.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import type { Aggregation } from "../../serving/aggregation/aggregation.ts";
import { ApiServices } from "../../serving/aggregation/apiServices.ts";
import { openFrontProxy } from "../../serving/aggregation/frontProxy.ts";
import { proxyRequest } from "../../serving/aggregation/proxyRequest.ts";
import { RemoteDiscovery } from "../../serving/aggregation/remoteDiscovery.ts";
import { RemoteOpenApi } from "../../serving/aggregation/remoteOpenApi.ts";
import { ServedGroups } from "../../serving/aggregation/servedGroups.ts";
import type { Foundation } from "./foundation.ts";
import type { Store } from "./storage/openStore.ts";

/**
 * Whether the server identifies itself to extension servers by its own keys. It does so unless a flag names the proxy's
 * keys, or the authorities of proxies, which its own keys may not belong to.
 */
export const hasOwnFrontProxy = ({ options }: Pick<Foundation, "options">): boolean =>
  options.proxyClientCertFile === undefined && options.requestheaderClientCaFile === undefined;

/**
 * Follows the APIServices, which declare the group versions of extension servers.
 * @throws OptionError for keys that cannot be used
 */
export async function setUpAggregation(
  foundation: Foundation,
  { hub, pki }: Store,
  { catalog, podAccess }: Pick<Services, "catalog" | "podAccess">,
): Promise<Aggregation> {
  const { options, log, lifetime, vocabulary, features } = foundation;
  const frontProxy = await openFrontProxy(options, {
    own: hasOwnFrontProxy(foundation) ? pki.frontProxy.client : undefined,
    warn: (text) => log.warn(text),
    onStop: (end) => lifetime.add(end),
  });
  const resolve = serviceAddresses(hub, vocabulary, podAccess);
  const apiServices = new ApiServices({ reader: hub, vocabulary, catalog, resolve, frontProxy });
  lifetime.add(() => apiServices.stop());
  const remarks = sourceLog(log, "aggregator", options.vmodule);
  const looking = (subject: string) => ({
    apiServices,
    timers: systemTimers,
    onError: (err: unknown, name: string): void =>
      remarks.info({ err, name }, `${subject} of an aggregated server not known`),
  });
  const discovery = new RemoteDiscovery({ ...looking("resources"), vocabulary });
  lifetime.add(() => discovery.stop());
  const openApi = new RemoteOpenApi(looking("OpenAPI documents"));
  lifetime.add(() => openApi.stop());
  const proxy = { vocabulary, withUid: features.enabled("RemoteRequestHeaderUID") };
  return {
    apiServices,
    groups: new ServedGroups(apiServices, catalog, vocabulary),
    discovery,
    openApi,
    passOn: (remote, context) => proxyRequest(remote, context, proxy),
  };
}
