import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteStorage } from "../../store/storage/sqlite/sqliteStorage.ts";
import type { Value } from "../../store/storage/storage.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const JSON_TEXT = "application/json";

/** Objects that differ most between their forms in memory, protobuf and JSON. */
const OBJECTS: readonly (readonly [path: string, object: object])[] = [
  [
    "/api/v1/namespaces/default/secrets",
    { metadata: { name: "s" }, data: { a: "AAEC/w==" }, stringData: { b: "<&>" } },
  ],
  [
    "/apis/apps/v1/namespaces/default/deployments",
    {
      metadata: { name: "d", annotations: { note: "ü\u2028<b>" } },
      spec: {
        selector: { matchLabels: { app: "d" } },
        template: {
          metadata: { labels: { app: "d" } },
          spec: {
            containers: [
              {
                name: "c",
                image: "i",
                resources: { limits: { cpu: "100m", memory: "1Gi" } },
                livenessProbe: { httpGet: { port: "web", path: "/" } },
              },
            ],
          },
        },
        strategy: { rollingUpdate: { maxSurge: "30%", maxUnavailable: 0 } },
      },
    },
  ],
  [
    "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
    { metadata: { name: "h" }, spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d" } } },
  ],
  [
    "/apis/apps/v1/namespaces/default/controllerrevisions",
    { metadata: { name: "r" }, revision: 7, data: { spec: { big: 0 }, nested: { big: 1, list: [null, "x"] } } },
  ],
  [
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    {
      metadata: { name: "things.example.org" },
      spec: {
        group: "example.org",
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
            additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a" }],
          },
        ],
      },
    },
  ],
  [
    "/apis/example.org/v1/namespaces/default/things",
    { kind: "Thing", apiVersion: "example.org/v1", metadata: { name: "t" }, spec: { a: "<x>", n: 1 } },
  ],
];

describe("objects stored in one format", () => {
  let dataDir: string;
  let written: Record<string, unknown>;

  const listed = async (server: TestServer): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    const paths = [
      ...OBJECTS.map(([path]) => path),
      "/apis/rbac.authorization.k8s.io/v1/clusterroles",
      "/api/v1/services",
    ];
    for (const path of paths) {
      const { items } = (await server.request("GET", path)).body;
      found[path] = items;
    }
    return found;
  };

  const served = async <T>(storageMediaType: string, work: (server: TestServer) => Promise<T>): Promise<T> => {
    const server = await startTestServer({ dataDir, storageMediaType });
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  };

  const stored = async (key: string): Promise<Value | undefined> => {
    const storage = await openSqliteStorage({ file: join(dataDir, "store.db"), readOnly: true });
    try {
      return (await storage.get(key))?.value;
    } finally {
      await storage.close();
    }
  };

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    written = await served(PROTOBUF, async (server) => {
      for (const [path, body] of OBJECTS) {
        const answer = await server.request("POST", path, { body });
        expect([path, answer.status]).toEqual([path, 201]);
      }
      return listed(server);
    });
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it("use protobuf for built-in kinds only", async () => {
    const begins = async (key: string): Promise<string> =>
      Buffer.from((await stored(key)) ?? "").toString("latin1", 0, 100);
    expect(await begins("/registry/deployments/default/d")).toContain("k8s\0\n\x15\n\x07apps/v1\x12\nDeployment");
    expect(await begins("/registry/horizontalpodautoscalers/default/h")).toContain("autoscaling/v2");
    const definition = await begins("/registry/apiextensions.k8s.io/customresourcedefinitions/things.example.org");
    expect(definition).toMatch(/^\{.*"apiVersion":"apiextensions.k8s.io\/v1beta1/);
    expect(await begins("/registry/example.org/things/default/t")).toMatch(/^\{/);
    expect(await begins("/registry/apiregistration.k8s.io/apiservices/v1.")).toMatch(/^\{/);
  });

  it("are readable by servers that write either format", async () => {
    expect(await served(PROTOBUF, listed)).toEqual(written);
    expect(await served(JSON_TEXT, listed)).toEqual(written);
  });

  it("are converted to the other format by their next change", async () => {
    const path = "/apis/apps/v1/namespaces/default/deployments/d";
    const headers = { "content-type": "application/merge-patch+json" };
    await served(JSON_TEXT, async (server) => {
      const body = { metadata: { labels: { changed: "yes" } } };
      expect((await server.request("PATCH", path, { body, headers })).status).toBe(200);
    });
    expect(String(await stored("/registry/deployments/default/d"))).toMatch(/^\{"kind":"Deployment"/);
  });
});
