import {
  authenticationConfigData,
  authenticationConfigMap,
  updateAuthenticationConfig,
} from "../../access/authentication/authenticationConfig.ts";
import type { Authentication } from "../../access/authentication/setup.ts";
import { reconcileDefaults } from "../../access/authorization/rbac/reconcile.ts";
import { selectsController } from "../../acting/controllers/manager.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import { createMissing, removeStaleApiServices } from "../../api/resources/bootstrap/bootstrap.ts";
import { type BootstrapObject, bootstrapObjects } from "../../api/resources/bootstrap/bootstrapObjects.ts";
import { clusterInfoObjects, legacyTokenTracking } from "../../api/resources/bootstrap/identityObjects.ts";
import { firstAddress } from "../../api/resources/core/services/allocators.ts";
import type { Foundation } from "./foundation.ts";
import type { Listening } from "./openListener.ts";
import type { Store } from "./openStore.ts";

/** What the default objects tell of. */
export interface DefaultObjectParts {
  readonly store: Store;
  readonly client: ApiClient;
  readonly catalog: Catalog;
  readonly authentication: Authentication;
  readonly listening: Listening;
}

/** Brings the objects that every cluster has up to date with this server, and keeps those so that change while it runs. */
export async function ensureDefaultObjects(foundation: Foundation, parts: DefaultObjectParts): Promise<void> {
  const { options, log, vocabulary } = foundation;
  const { client, catalog, authentication, listening } = parts;
  const { hub } = parts.store;
  const isServed = (group: string, version: string): boolean => catalog.hasGroupVersion(group, version);
  const published = () =>
    authenticationConfigData({ ...authentication, requestHeaderNames: options.requestheaderAllowedNames });
  const publish = async (): Promise<void> => {
    if (isServed("", "v1")) await updateAuthenticationConfig(client, hub, vocabulary, published());
  };
  const wanted = [authenticationConfigMap(vocabulary, published()), ...clusterObjects(foundation, listening, isServed)];
  await createMissing(client, hub, wanted);
  await publish();
  authentication.onAuthoritiesChanged(() => {
    listening.announceAuthorities();
    publish().catch((error) => log.error({ err: error }, "authorities of clients not published"));
  });
  await removeStaleApiServices(client, hub, vocabulary, wanted);
  if (!isServed(vocabulary.rbacGroup, "v1")) return;
  await reconcileDefaults(client, vocabulary, (error) => log.error({ err: error }, "default roles left as they are"));
}

function clusterObjects(
  { options, now, vocabulary }: Foundation,
  { url, host, port, authority }: Listening,
  isServed: (group: string, version: string) => boolean,
): readonly BootstrapObject[] {
  const isLoopback = /^(127\.|::1$|localhost$)/.test(host);
  const facts = {
    serviceIP: firstAddress(options.serviceClusterIpRange),
    endpointAddresses: isLoopback ? [] : [host],
  };
  return [
    ...bootstrapObjects(vocabulary, port, facts, isServed),
    legacyTokenTracking(vocabulary, now()),
    ...(selectsController(options.controllers, "bootstrap-signer-controller")
      ? clusterInfoObjects(vocabulary, { server: url, authority })
      : []),
  ];
}
