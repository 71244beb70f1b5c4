import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allContent } from "../../../shared/content/allContent.ts";
import type { Content } from "../../../shared/content/content.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";
import { contentCommand } from "./content.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["*"], scheduler: true, simulatedNodes: 3 });
});
afterAll(() => server.stop());

async function load(...argv: string[]) {
  const said = { out: "", error: "" };
  const output = {
    out: (text: string) => {
      said.out += text;
    },
    error: (text: string) => {
      said.error += text;
    },
  };
  const where = ["--kubeconfig", server.running.kubeconfigPath, "--language", "en"];
  return { code: await contentCommand([...argv, ...where], output), ...said };
}
const list = async (path: string) => (await server.request("GET", path)).body.items as { [field: string]: unknown }[];

describe("the command", () => {
  it("lists the contents, and reports an unknown one", async () => {
    const { code, out } = await load();
    expect(code).toBe(0);
    expect(out.match(/^[a-z-]+/gm)).toEqual(["shop", "access-puzzle", "ten-thousand-objects"]);
    expect(await load("moon")).toMatchObject({ code: 2, error: expect.stringContaining('no content "moon"') });
  });

  it("loads the shop, and all of its pods become ready", async () => {
    expect(await load("shop")).toMatchObject({ code: 0, error: "" });
    const unready = async (): Promise<number> =>
      (await list("/api/v1/namespaces/shop/pods")).filter(
        ({ status }) =>
          (status as { phase: string; containerStatuses?: { ready: boolean }[] }).containerStatuses?.every(
            ({ ready }) => ready,
          ) !== true,
      ).length;
    // Three pods of the storefront, two of each of four workloads, the database, and an agent on each of three nodes.
    await expect.poll(async () => (await list("/api/v1/namespaces/shop/pods")).length, { timeout: 20_000 }).toBe(15);
    await expect.poll(unready, { timeout: 20_000 }).toBe(0);
    expect((await load("shop")).out).toContain("0 objects created");
  });

  it("gives the three users of the shop the intended permissions", async () => {
    const may = async (user: string, verb: string, resource: string, name = ""): Promise<boolean> => {
      const [group, plural = group] = resource.includes("/") ? resource.split("/") : ["", resource];
      const attributes = { namespace: "shop", verb, group, resource: plural, name };
      const review = { spec: { user, resourceAttributes: attributes } };
      const { body } = await server.request("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
        body: review,
      });
      return (body["status"] as { allowed: boolean }).allowed;
    };
    expect(await may("ada", "delete", "apps/deployments")).toBe(true);
    expect(await may("ben", "list", "pods")).toBe(true);
    expect(await may("ben", "delete", "pods")).toBe(false);
    expect(await may("cleo", "get", "secrets", "payment-gateway")).toBe(true);
    expect(await may("cleo", "get", "secrets", "database-credentials")).toBe(false);
    expect(await may("cleo", "patch", "apps/deployments", "payments")).toBe(true);
  });

  it("loads the access puzzle, whose permissions come from several sources", async () => {
    expect(await load("access-puzzle")).toMatchObject({ code: 0, error: "" });
    const path = "/apis/rbac.authorization.k8s.io/v1/clusterroles/puzzle-auditor";
    await expect
      .poll(async () => ((await server.request("GET", path)).body["rules"] as object[] | null)?.length)
      .toBe(2);
  });
});

describe.each(allContent(createVocabulary()).map((content) => [content.id, content] as [string, Content]))(
  "%s",
  (_id, content) => {
    it("has the declared number of objects, without duplicates, and namespaces first", () => {
      const objects = [...content.objects()];
      expect(objects).toHaveLength(content.count);
      const keys = objects.map(({ kind, metadata }) => `${kind}/${metadata.namespace ?? ""}/${metadata.name}`);
      expect(new Set(keys).size).toBe(keys.length);
      const known = new Set<string | undefined>([undefined, "default"]);
      for (const { kind, metadata } of objects) {
        if (kind === "Namespace") known.add(metadata.name);
        else expect(known).toContain(metadata.namespace);
      }
    });
  },
);
