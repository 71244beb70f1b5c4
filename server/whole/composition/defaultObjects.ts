import {
  authenticationConfigData,
  authenticationConfigMap,
  ownFrontProxy,
  type PublishedAuthentication,
  updateAuthenticationConfig,
} from "../../access/authentication/authenticationConfig.ts";
import type { Authentication } from "../../access/authentication/setup.ts";
import { reconcileDefaults } from "../../access/authorization/rbac/reconcile.ts";
import { selectsController } from "../../acting/controllers/manager.ts";
import { diskObjects } from "../../acting/disks/diskObjects.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import { createMissing, type RefusedObject, removeStaleApiServices } from "../../api/resources/bootstrap/bootstrap.ts";
import { type BootstrapObject, bootstrapObjects } from "../../api/resources/bootstrap/bootstrapObjects.ts";
import { clusterInfoObjects, legacyTokenTracking } from "../../api/resources/bootstrap/identityObjects.ts";
import { apiServiceAddress } from "../../api/resources/core/services/clusterRanges.ts";
import { metricsReaderRole } from "../../api/resources/metrics/defaults.ts";
import { metricsGroup } from "../../api/resources/metrics/metrics.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import { hasOwnFrontProxy } from "./aggregation.ts";
import type { Foundation } from "./foundation.ts";
import type { Listening } from "./openListener.ts";
import { RETRIES, retryInBackground } from "./retryInBackground.ts";
import type { Store } from "./storage/openStore.ts";

/** The data from which the default objects are made. */
export interface DefaultObjectParts {
  readonly store: Store;
  readonly client: ApiClient;
  readonly catalog: Catalog;
  readonly authentication: Authentication;
  readonly listening: Listening;
}

/** Updates the objects that every cluster has, and keeps those current that can change while the server runs. */
export async function ensureDefaultObjects(foundation: Foundation, parts: DefaultObjectParts): Promise<void> {
  const { options, log, vocabulary, features } = foundation;
  const { client, catalog, authentication, listening } = parts;
  const { hub } = parts.store;
  const isServed = (group: string, version: string): boolean => catalog.hasGroupVersion(group, version);
  const proxy = hasOwnFrontProxy(foundation)
    ? ownFrontProxy(parts.store.pki.frontProxy.authority.certificate, features.enabled("RemoteRequestHeaderUID"))
    : { requestHeaderNames: options.requestheaderAllowedNames };
  const published = () => {
    // Values that come from a followed file are read each time.
    const data: PublishedAuthentication = { ...authentication, ...proxy };
    return authenticationConfigData(data);
  };
  const publish = async (): Promise<void> => {
    if (isServed("", "v1")) await updateAuthenticationConfig(client, hub, vocabulary, published());
  };
  const wanted = [authenticationConfigMap(vocabulary, published()), ...clusterObjects(foundation, listening, isServed)];
  const create = (objects: readonly BootstrapObject[]) => createMissing(client, hub, objects);
  keepCreating(foundation, create, await create(wanted));
  await retryInBackground(foundation, "publishing the authorities of clients", publish);
  authentication.onAuthoritiesChanged(() => {
    listening.announceAuthorities();
    publish().catch((error) => log.error({ err: error }, "authorities of clients not published"));
  });
  await retryInBackground(foundation, "removing API services that are served no more", () =>
    removeStaleApiServices(client, hub, vocabulary, wanted),
  );
}

/** Updates the default roles and bindings. The default namespaces must exist. */
export async function ensureDefaultRoles(
  foundation: Foundation,
  { client, catalog, store: { hub } }: Pick<DefaultObjectParts, "client" | "catalog" | "store">,
): Promise<void> {
  const { log, vocabulary, features } = foundation;
  const group = vocabulary.rbacGroup;
  if (!catalog.hasGroupVersion(group, "v1")) return;
  await retryInBackground(foundation, "bringing the default roles up to date", async () => {
    await reconcileDefaults(
      client,
      vocabulary,
      (error) => log.error({ err: error }, "default roles left as they are"),
      (resource) => (hub.cache({ group, resource }).complete ? hub.list({ group, resource }) : undefined),
      features,
    );
  });
}

/**
 * Retries the creation of refused objects until each exists: a resource that it needs may become free, or another
 * client may create it.
 */
function keepCreating(
  { log, lifetime }: Pick<Foundation, "log" | "lifetime">,
  create: (objects: readonly BootstrapObject[]) => Promise<readonly RefusedObject[]>,
  refused: readonly RefusedObject[],
): void {
  if (refused.length === 0) return;
  const nameOf = ({ resource, object }: BootstrapObject): string => `${resource}/${object.metadata.name}`;
  const retries = new WorkQueue({
    ...RETRIES,
    timers: systemTimers,
    async work(name) {
      const [still] = await create(refused.filter((each) => nameOf(each) === name));
      if (still !== undefined) throw still.error;
    },
    onError: (err, name) => log.warn({ err, name }, "default object not created yet"),
  });
  lifetime.add(() => retries.stop());
  for (const each of refused) retries.addAfter(nameOf(each), RETRIES.firstDelay);
}

function clusterObjects(
  { options, now, vocabulary }: Foundation,
  { url, port, authority }: Listening,
  isServed: (group: string, version: string) => boolean,
): readonly BootstrapObject[] {
  const facts = { serviceIP: apiServiceAddress(options.serviceClusterIpRange) };
  return [
    ...bootstrapObjects(vocabulary, port, facts, isServed),
    legacyTokenTracking(vocabulary, now()),
    ...(isServed(vocabulary.render(metricsGroup.group), metricsGroup.version)
      ? [{ resource: "clusterroles", object: vocabulary.renderValue(metricsReaderRole) }]
      : []),
    ...(selectsController(options.controllers, "bootstrap-signer-controller")
      ? clusterInfoObjects(vocabulary, { server: url, authority })
      : []),
    ...((options.simulatedNodes ?? 0) > 0 ? diskObjects(vocabulary) : []),
  ];
}
