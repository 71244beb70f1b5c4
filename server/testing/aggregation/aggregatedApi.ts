import { until } from "../../acting/testing/until.ts";
import {
  type ExtensionServer,
  type ExtensionServerOptions,
  GROUP,
  startExtensionServer,
} from "../../serving/aggregation/testing/extensionServer.ts";
import type { TestServer } from "../testServer.ts";

export const API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
export { GROUP };

/**
 * The authorities that extension servers of a test server must trust to accept the user it names, as published for
 * them.
 */
async function proxyAuthority(server: TestServer): Promise<string> {
  const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
  const { body } = await server.request("GET", path);
  return (body["data"] as Record<string, string>)["requestheader-client-ca-file"] ?? "";
}

/**
 * Starts an extension server of a test server, behind the service `flowers` that points to this machine; creates no
 * APIService yet.
 */
export async function startFlowers(
  server: TestServer,
  options: Partial<ExtensionServerOptions> = {},
): Promise<ExtensionServer> {
  await server.request("POST", "/api/v1/namespaces/default/services", {
    body: { metadata: { name: "flowers" }, spec: { type: "ExternalName", externalName: "localhost" } },
  });
  return startExtensionServer({ proxyAuthority: await proxyAuthority(server), ...options });
}

/** The APIService of a version that an extension server serves. */
export const flowerService = ({ port, identity }: ExtensionServer, version = "v1", spec: object = {}) => ({
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { name: `${version}.${GROUP}` },
  spec: {
    group: GROUP,
    version,
    groupPriorityMinimum: 1500,
    versionPriority: 15,
    service: { namespace: "default", name: "flowers", port },
    caBundle: Buffer.from(identity.ca).toString("base64"),
    ...spec,
  },
});

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** The condition `Available` of an APIService. */
export async function availability(server: TestServer, version = "v1"): Promise<Partial<Condition>> {
  const { body } = await server.request("GET", `${API_SERVICES}/${version}.${GROUP}`);
  const { conditions = [] } = (body["status"] ?? {}) as { conditions?: Condition[] };
  return conditions.find(({ type }) => type === "Available") ?? {};
}

/** Creates the APIService of a version, and waits until it is available. */
export async function register(server: TestServer, extension: ExtensionServer, version = "v1"): Promise<void> {
  await server.request("POST", API_SERVICES, { body: flowerService(extension, version) });
  await until(async () => (await availability(server, version)).status === "True");
}

export type { ExtensionServer };

/** Makes the extension server refuse every request, and makes the test server check it at once. */
export async function takeDown(server: TestServer, flowers: ExtensionServer): Promise<void> {
  flowers.intercept = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  await server.request("PATCH", `${API_SERVICES}/v1.${GROUP}`, {
    body: { metadata: { labels: { look: "now" } } },
    headers: { "content-type": "application/merge-patch+json" },
  });
}
