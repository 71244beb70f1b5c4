import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

interface Row {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly default: boolean;
  readonly gate?: string;
}

const file = "../shared/facts/resources-1.32.json";
const present = existsSync(file);
if (!present) console.warn(`runtimeConfig.test.ts: part of it skipped, there is no ${file}`);
const rows: readonly Row[] = present ? (JSON.parse(readFileSync(file, "utf8")) as { resources: Row[] }).resources : [];

interface Listed {
  readonly name: string;
  readonly kind: string;
  readonly verbs: string[];
}

const placeOf = (group: string, version: string): string =>
  group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
const textOf = ({ group, version, resource, kind, verbs }: Omit<Row, "default">): string =>
  `${group}/${version} ${resource} ${kind} ${[...verbs].sort().join(",")}`;

const bodyOf = async <T>(server: TestServer, path: string, headers: Record<string, string> = {}): Promise<T> =>
  (await server.request("GET", path, { headers })).body as unknown as T;

/** Everything listed in the group versions of a server. */
async function listed(server: TestServer): Promise<string[]> {
  const groups = (await bodyOf<{ groups: { name: string; versions: { version: string }[] }[] }>(server, "/apis"))
    .groups;
  const versions = groups.flatMap(({ name, versions: all }) => all.map(({ version }) => ({ group: name, version })));
  const lists = await Promise.all(
    [{ group: "", version: "v1" }, ...versions].map(async ({ group, version }) => {
      const list = await bodyOf<{ resources: Listed[] }>(server, placeOf(group, version));
      return list.resources.map(({ name, kind, verbs }) => textOf({ group, version, resource: name, kind, verbs }));
    }),
  );
  return lists.flat().sort();
}

describe("a server with all API versions enabled", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      runtimeConfig: { "api/all": "true" },
      featureGates: { ClusterTrustBundle: "true", StorageVersionMigrator: "true", InPlacePodVerticalScaling: "true" },
    });
  });
  afterAll(() => server.stop());

  test.skipIf(!present)("lists the same resources as the reference", async () => {
    expect(await listed(server)).toEqual(rows.map(textOf).sort());
  });

  test("requires IPAddress names in canonical form, and generates no names", async () => {
    const post = (metadata: object) => {
      const body = { metadata, spec: { parentRef: { resource: "services", namespace: "default", name: "web" } } };
      return server.request("POST", "/apis/networking.k8s.io/v1beta1/ipaddresses", { body });
    };
    const created = async (metadata: object): Promise<unknown> => {
      const answer = await post(metadata);
      return answer.status === 201 ? answer.body["metadata"] : answer.body["message"];
    };
    const refused = async (metadata: object): Promise<unknown> => (await post(metadata)).body;
    const refusal = (name: string, ...causes: string[]): string => {
      const told = causes.length === 1 ? causes[0] : `[${causes.join(", ")}]`;
      return `IPAddress.networking.k8s.io "${name}" is invalid: ${told}`;
    };
    expect(await created({ name: "2001:db8::1" })).toMatchObject({ name: "2001:db8::1" });
    expect(await created({ generateName: "10.0.0.7" })).toMatchObject({ name: "10.0.0.7" });
    // No random suffix is added, so the name is taken.
    expect(await refused({ generateName: "10.0.0.7" })).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
      message: expect.stringMatching(/already exists, the server was not able to generate a unique name/) as string,
      details: { retryAfterSeconds: 1 },
    });
    expect(await created({ generateName: "10.0.0." })).toBe(
      refusal(
        "10.0.0.",
        ...["generateName", "name"].map(
          (member) =>
            `metadata.${member}: Invalid value: "10.0.0.": ParseAddr("10.0.0."): IPv4 field must have at least one digit (at ".")`,
        ),
      ),
    );
    expect(await created({ name: "::ffff:102:304" })).toBe(
      refusal("::ffff:102:304", 'metadata.name: Invalid value: "::ffff:102:304": not a valid ip in canonical format'),
    );
    expect(await created({ name: "fe80::1%eth0" })).toBe(
      refusal("fe80::1%eth0", `metadata.name: Invalid value: "fe80::1%eth0": may not contain '%'`),
    );
  });

  test.skipIf(!present)("lists the same in aggregated discovery", async () => {
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const { items } = await bodyOf<{
      items: { metadata: { name: string }; versions: { version: string; resources: { resource: string }[] }[] }[];
    }>(server, "/apis", { accept });
    const names = items.flatMap(({ metadata, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.map(({ resource }) => `${metadata.name}/${version} ${resource}`),
      ),
    );
    const expected = rows.filter(({ group, resource }) => group !== "" && !resource.includes("/"));
    expect(names).toEqual(expected.map(({ group, version, resource }) => `${group}/${version} ${resource}`));
  });

  test.skipIf(!present)("describes every path in OpenAPI", async () => {
    type Document = { paths: Record<string, unknown> };
    const { paths } = await bodyOf<Document>(server, "/openapi/v2");
    for (const { group, version, resource } of rows) {
      const [plural, ...sub] = resource.split("/");
      const end = new RegExp(`/${plural}${sub.length === 0 ? "" : `/\\{name\\}/${sub[0]}`}$`);
      const found = Object.keys(paths).some((path) => path.startsWith(`${placeOf(group, version)}/`) && end.test(path));
      expect.soft(found, `${group}/${version} ${resource}`).toBe(true);
    }
    const index = await bodyOf<Document>(server, "/openapi/v3");
    expect(Object.keys(index.paths)).toEqual(
      expect.arrayContaining(["apis/resource.k8s.io/v1alpha3", "apis/internal.apiserver.k8s.io/v1alpha1"]),
    );
    const v3 = await bodyOf<Document>(server, "/openapi/v3/apis/resource.k8s.io/v1alpha3");
    expect(Object.keys(v3.paths)).toContain("/apis/resource.k8s.io/v1alpha3/resourceslices");
  });

  test.skipIf(!present)("returns lists of versions that are off by default in every representation", async () => {
    const accepts = [
      "application/vnd.kubernetes.protobuf",
      "application/yaml",
      "application/json;as=Table;v=v1;g=meta.k8s.io",
      "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    ];
    for (const row of rows.filter(({ default: on, verbs }) => !on && verbs.includes("list"))) {
      for (const accept of accepts) {
        const path = `${placeOf(row.group, row.version)}/${row.resource}`;
        const { status } = await server.request("GET", path, { headers: { accept } });
        expect.soft(status, `${path} ${accept}`).toBe(200);
      }
    }
  });

  test("has an API service for each group version", async () => {
    const { body } = await server.request("GET", "/apis/apiregistration.k8s.io/v1/apiservices");
    const names = (body as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(["v1beta1.storage.k8s.io", "v1alpha3.resource.k8s.io"]));
  });

  test("warns of deprecated versions", async () => {
    const warning = async (path: string) => (await server.request("GET", path)).headers["warning"];
    expect(await warning("/apis/storage.k8s.io/v1alpha1/volumeattributesclasses")).toBe(
      '299 - "storage.k8s.io/v1alpha1 VolumeAttributesClass is deprecated in v1.32+, unavailable in v1.35+"',
    );
    expect(await warning("/apis/storage.k8s.io/v1beta1/volumeattributesclasses")).toBeUndefined();
    expect(await warning("/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies")).toBe(
      '299 - "admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy is deprecated in v1.31+, unavailable in v1.34+"',
    );
    expect(await warning("/api/v1/componentstatuses")).toBe('299 - "v1 ComponentStatus is deprecated in v1.19+"');
    const review = await server.request("POST", "/apis/authentication.k8s.io/v1beta1/selfsubjectreviews", {
      body: { apiVersion: "authentication.k8s.io/v1beta1", kind: "SelfSubjectReview" },
    });
    expect(review.status).toBe(201);
    expect(review.body).toMatchObject({
      apiVersion: "authentication.k8s.io/v1beta1",
      status: { userInfo: { username: "admin" } },
    });
    expect(review.headers["warning"]).toBe(
      '299 - "authentication.k8s.io/v1beta1 SelfSubjectReview is deprecated in v1.30+, unavailable in v1.33+; use authentication.k8s.io/v1 SelfSubjectReview"',
    );
  });

  test("counts requests of deprecated versions, whether they succeed or not", async () => {
    await server.request("GET", "/apis/storage.k8s.io/v1alpha1/volumeattributesclasses/none");
    await server.request("GET", "/api/v1/componentstatuses");
    await server.request("GET", "/apis/storage.k8s.io/v1/storageclasses");
    const { text } = await server.request("GET", "/metrics");
    const lines = text.split("\n").filter((line) => line.startsWith("apiserver_requested_deprecated_apis{"));
    expect(lines).toEqual(
      expect.arrayContaining([
        'apiserver_requested_deprecated_apis{group="storage.k8s.io",version="v1alpha1",resource="volumeattributesclasses",subresource="",removed_release="1.35"} 1',
        'apiserver_requested_deprecated_apis{group="",version="v1",resource="componentstatuses",subresource="",removed_release=""} 1',
      ]),
    );
    expect(lines.join()).not.toContain("storageclasses");
  });
});

describe("a server with --runtime-config", () => {
  test("accepts the name of the core group's version", async () => {
    const server = await startTestServer({ runtimeConfig: { "api/v1": "true" } });
    try {
      expect((await server.request("GET", "/api/v1/pods")).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  test.skipIf(!present)("lists only versions that are on by default without it", async () => {
    const server = await startTestServer();
    try {
      expect(await listed(server)).toEqual(
        rows
          .filter((row) => row.default)
          .map(textOf)
          .sort(),
      );
    } finally {
      await server.stop();
    }
  });

  test.skipIf(!present)("omits resources whose feature gate is off, and versions without any resource", async () => {
    const server = await startTestServer({ runtimeConfig: { "api/all": "true" } });
    try {
      expect(await listed(server)).toEqual(
        rows
          .filter((row) => row.gate === undefined)
          .map(textOf)
          .sort(),
      );
      expect((await server.request("GET", "/apis/storagemigration.k8s.io/v1alpha1")).status).toBe(404);
    } finally {
      await server.stop();
    }
  });

  test.each<Record<string, string>>([
    { v1: "false" },
    { "api/ga": "false" },
    { "api/all": "false", "batch/v1": "true" },
  ])("starts with only what %j leaves", async (runtimeConfig) => {
    const server = await startTestServer({ runtimeConfig });
    try {
      expect((await server.request("GET", "/readyz")).status).toBe(200);
      expect((await server.request("GET", "/api")).status).toBe(404);
      expect((await server.request("GET", "/api/v1/pods")).status).toBe(404);
      expect((await server.request("GET", "/apis/batch/v1/jobs")).status).toBe("api/ga" in runtimeConfig ? 404 : 200);
    } finally {
      await server.stop();
    }
  });

  test.each<Record<string, string>>([{ "foo.example.com/v1": "true" }, { "apps/v1": "perhaps" }])(
    "refuses to start with %j",
    async (runtimeConfig) => {
      await expect(startTestServer({ runtimeConfig })).rejects.toThrow(/unknown api groups|invalid value/);
    },
  );

  test("removes the API services of disabled versions, and enables single resources", async () => {
    const first = await startTestServer({ runtimeConfig: { "api/beta": "true" } });
    const service = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.networking.k8s.io";
    expect((await first.request("GET", service)).status).toBe(200);
    await first.running.stop();
    const second = await startTestServer({
      dataDir: first.dataDir,
      runtimeConfig: { "batch/v1": "false", "storage.k8s.io/v1beta1/volumeattributesclasses": "true" },
    });
    try {
      expect((await second.request("GET", service)).status).toBe(404);
      expect((await second.request("GET", "/apis/batch/v1/jobs")).status).toBe(404);
      expect((await second.request("GET", "/apis/storage.k8s.io/v1beta1/volumeattributesclasses")).status).toBe(200);
      expect((await second.request("GET", "/apis/apps/v1/deployments")).status).toBe(200);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
});
