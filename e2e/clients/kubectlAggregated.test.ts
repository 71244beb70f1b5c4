import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ExtensionServer,
  startExtensionServer,
} from "../../server/serving/aggregation/testing/extensionServer.ts";
import { serveFile } from "./served.ts";

const GROUP = "flowers.example.com";

const { kubectl } = serveFile();
let flowers: ExtensionServer;

beforeAll(async () => {
  const published = ["get", "configmap", "-n", "kube-system", "extension-apiserver-authentication"];
  const entry = "jsonpath={.data.requestheader-client-ca-file}";
  flowers = await startExtensionServer({ proxyAuthority: await kubectl.ok([...published, "-o", entry]) });
  await kubectl.ok(["apply", "-f", "-"], { input: registration(flowers) });
  await kubectl.ok(["wait", "--for=condition=Available", `apiservice/v1.${GROUP}`, "--timeout=30s"]);
});

afterAll(async () => {
  await flowers?.stop();
});

const registration = ({ port, identity }: ExtensionServer): string => `apiVersion: v1
kind: Service
metadata: {name: flowers, namespace: default}
spec: {type: ExternalName, externalName: localhost}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.${GROUP}}
spec:
  group: ${GROUP}
  version: v1
  groupPriorityMinimum: 1500
  versionPriority: 15
  caBundle: ${Buffer.from(identity.ca).toString("base64")}
  service: {namespace: default, name: flowers, port: ${port}}
`;

const tulip = (name: string, color: string): string => `apiVersion: ${GROUP}/v1
kind: Tulip
metadata: {name: ${name}, namespace: default}
spec: {color: ${color}}
`;

describe("kubectl with an aggregated API server", () => {
  test("api-resources and api-versions list its kinds", async () => {
    await expect
      .poll(() => kubectl.run(["api-resources", "--api-group", GROUP]).then(({ stdout }) => stdout))
      .toMatch(/^tulips +tu +flowers\.example\.com\/v1 +true +Tulip$/m);
    expect((await kubectl.ok(["api-versions"])).split("\n")).toContain(`${GROUP}/v1`);
    expect(await kubectl.ok(["get", "apiservices", `v1.${GROUP}`])).toMatch(/ default\/flowers +True /);
  });

  test("get --raw returns its discovery documents", async () => {
    const raw = async (path: string) => JSON.parse(await kubectl.ok(["get", "--raw", path]));
    expect(await raw(`/apis/${GROUP}`)).toMatchObject({ kind: "APIGroup", preferredVersion: { version: "v1" } });
    expect(await raw(`/apis/${GROUP}/v1`)).toMatchObject({ kind: "APIResourceList", groupVersion: `${GROUP}/v1` });
  });

  test("its objects are created, listed, watched, changed and deleted", async () => {
    await expect
      .poll(() => kubectl.run(["create", "--validate=false", "-f", "-"], { input: tulip("one", "red") }))
      .toMatchObject({ code: 0, stdout: `tulip.${GROUP}/one created\n` });
    expect(await kubectl.ok(["get", "tulips", "-o", "name"])).toBe(`tulip.${GROUP}/one\n`);
    const watch = kubectl.follow(["get", "tu", "--watch", "-o", "name"], (output) => output.includes("two"));
    await kubectl.ok(["create", "--validate=false", "-f", "-"], { input: tulip("two", "white") });
    expect(await watch.ready).toContain(`tulip.${GROUP}/two`);
    watch.stop();
    await kubectl.ok(["patch", "tulip", "one", "--type=merge", "-p", '{"spec":{"color":"blue"}}']);
    expect(await kubectl.ok(["get", "tulip", "one", "-o", "jsonpath={.spec.color}"])).toBe("blue");
    expect(await kubectl.ok(["delete", "tulip", "one", "two"])).toContain("deleted");
    expect((await kubectl.run(["get", "tulip", "one"])).stderr).toContain("NotFound");
  });

  test("explain describes its kinds, with both document versions", async () => {
    await expect
      .poll(() => kubectl.run(["explain", "tulip.spec"]).then(({ stdout }) => stdout))
      .toContain("The color of its petals.");
    await expect
      .poll(() => kubectl.run(["explain", "tulip.spec", "--output=plaintext-openapiv2"]).then(({ stdout }) => stdout))
      .toContain("The color of its petals.");
  });

  test("kubectl reports the missing group while the server is down and works again afterwards", async () => {
    const { port, identity } = flowers;
    const published = ["get", "configmap", "-n", "kube-system", "extension-apiserver-authentication"];
    const proxyAuthority = await kubectl.ok([...published, "-o", "jsonpath={.data.requestheader-client-ca-file}"]);
    await flowers.stop();
    await kubectl.ok(["label", "apiservice", `v1.${GROUP}`, "looked=at"]);
    await kubectl.ok(["wait", "--for=condition=Available=false", `apiservice/v1.${GROUP}`, "--timeout=30s"]);
    const { code, stderr } = await kubectl.run(["get", "tulips"]);
    expect(code).toBe(1);
    expect(stderr).toContain("the server is currently unable to handle the request");
    // Its group version is stale from now on, and kubectl omits it from its lists.
    await expect.poll(() => kubectl.ok(["api-resources", "-o", "name"])).not.toContain(GROUP);
    expect(await kubectl.ok(["api-resources", "-o", "name"])).toContain("deployments.apps");
    flowers = await startExtensionServer({ proxyAuthority, port, identity });
    await kubectl.ok(["wait", "--for=condition=Available", `apiservice/v1.${GROUP}`, "--timeout=60s"]);
    await expect.poll(() => kubectl.run(["get", "tulips"])).toMatchObject({ code: 0 });
  });
});
