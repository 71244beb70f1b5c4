import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { type Cluster, startCluster } from "../../../controllers/testing/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], {
    simulatedNodes: 1,
    featureGates: { APIServerIdentity: "false", ImageVolume: "true" },
  });
});
afterAll(() => cluster.stop());

async function run(name: string, image: object, command: string): Promise<void> {
  const volumeMounts = [{ name: "files", mountPath: "/files" }];
  const container = { name: "c", image: "busybox:1.36", command: ["sh", "-c", command], volumeMounts };
  const spec = {
    nodeName: "node-1",
    restartPolicy: "Never",
    containers: [container],
    volumes: [{ name: "files", image }],
  };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec } as ApiObject);
}

describe("Image volume", () => {
  it("shows the image's files read-only", async () => {
    const read = "head -c 15 /files/usr/local/apache2/htdocs/index.html; echo; touch /files/x";
    await run("web", { reference: "httpd:2.4" }, read);
    await cluster.becomes<Pod & ApiObject>("v1/pods/web", ({ status }) => status?.phase === "Failed");
    const { text } = await cluster.server.request("GET", cluster.url("v1/pods/web/log"));
    expect(text).toBe("<html><body><h1\ntouch: /files/x: Read-only file system\n");
    await cluster.recorded("web", 'Pulling: Pulling image "httpd:2.4"');
  });

  it("keeps containers waiting until the image is pulled", async () => {
    await run("none", { reference: "example.org/files:missing" }, "true");
    const waits = ({ status }: Pod & ApiObject): boolean =>
      status?.containerStatuses?.[0]?.state?.waiting?.reason === "ErrImagePull";
    await cluster.becomes<Pod & ApiObject>("v1/pods/none", waits);
    await cluster.recorded("none", /^Failed: Failed to pull image "example.org\/files:missing": /);
  });
});
