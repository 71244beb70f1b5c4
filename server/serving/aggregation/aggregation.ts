import type { Answer, RequestContext } from "../../ground/request/context.ts";
import type { ApiServices } from "./apiServices.ts";
import type { RemoteApi } from "./remoteApi.ts";
import type { RemoteDiscovery } from "./remoteDiscovery.ts";
import type { RemoteOpenApi } from "./remoteOpenApi.ts";
import type { ServedGroups } from "./servedGroups.ts";

/** Access to the extension servers (the servers behind this one, registered by APIServices) for the endpoints. */
export interface Aggregation {
  readonly apiServices: ApiServices;
  readonly groups: ServedGroups;
  readonly discovery: RemoteDiscovery;
  readonly openApi: RemoteOpenApi;
  /** Passes a request on to the extension server of a group version. */
  passOn(remote: RemoteApi, context: RequestContext): Promise<Answer>;
}
