import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { DEFINITIONS_PATH, definition, FREE } from "../../api/extensions/testing/definitions.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly "x-kubernetes-list-type"?: string;
}
interface Operation {
  readonly consumes?: readonly string[];
}
interface Documents {
  readonly two: {
    readonly definitions: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, { readonly name: string; readonly description?: string }>>;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  readonly three: { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } };
}

const METADATA =
  "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
/** Lists without a merge type: items of lists of objects, and one list of discovery, which clients do not merge. */
const LISTS_WITHOUT_TYPE = /(\.\w+List\.items|\.meta\.v1\.APIResource\.verbs)$/;

let server: TestServer;
let documents: Documents;

beforeAll(async () => {
  server = await startTestServer();
  const { request } = server;
  const make = (singular: string, schema: object) =>
    request("POST", DEFINITIONS_PATH, { body: definition(singular, { schema: schema as never }) });
  await make("root", { ...FREE, description: "A root.", properties: { a: { type: "string" } } });
  await make("frame", {
    type: "object",
    properties: { inner: { ...FREE, "x-kubernetes-embedded-resource": true }, free: { ...FREE, type: undefined } },
  });
  const document = async (path: string): Promise<unknown> => (await request("GET", path)).body;
  const read = async (): Promise<Documents> =>
    ({
      two: await document("/openapi/v2"),
      three: await document("/openapi/v3/apis/test.example.com/v1"),
    }) as Documents;
  await until(async () => {
    documents = await read();
    return kind("Root") !== undefined && kind("Frame") !== undefined && three("Frame") !== undefined;
  });
});
afterAll(() => server.stop());

const kind = (name: string): Schema | undefined => documents.two.definitions[`com.example.test.v1.${name}`];
const three = (name: string): Schema | undefined => documents.three.components?.schemas[`com.example.test.v1.${name}`];

describe("the published schema of a definition", () => {
  it("has no properties in v2 when the root preserves unknown fields, and the declared ones in v3", () => {
    expect(Object.keys(kind("Root") ?? {}).sort()).toEqual(["type", "x-kubernetes-group-version-kind"]);
    expect(three("Root")).toMatchObject({ description: "A root.", properties: { a: { type: "string" } } });
  });

  it("adds apiVersion, kind and metadata to embedded objects in v3", () => {
    const inner = three("Frame")?.properties?.["inner"]?.properties ?? {};
    expect(Object.keys(inner).sort()).toEqual(["apiVersion", "kind", "metadata"]);
    expect(inner["metadata"]?.description).toBe(METADATA);
  });

  it("describes metadata as in built-in kinds", () => {
    expect(kind("Frame")?.properties?.["metadata"]?.description).toBe(METADATA);
    expect(three("Frame")?.properties?.["metadata"]?.description).toBe(METADATA);
  });
});

describe("published operations", () => {
  it("share parameters with the descriptions that clients search for", () => {
    const texts = Object.values(documents.two.parameters).map(({ name, description }) => `${name}: ${description}`);
    expect(texts).toContainEqual(expect.stringMatching(/^labelSelector: .*the list of returned objects/));
    expect(texts).toContainEqual(expect.stringMatching(/^watch: Watch for changes to the described resources/));
    const keys = Object.keys(documents.two.parameters);
    for (const key of ["labelSelector-5Zw57w4C", "watch-XNNPZGbK", "pretty-tJGM1-ng"]) expect(keys).toContain(key);
  });

  it("list the media types they consume", () => {
    const consumed = (path: string, method: string) => documents.two.paths[path]?.[method]?.consumes;
    const roots = "/apis/test.example.com/v1/namespaces/{namespace}/roots";
    const merges = ["json-patch+json", "merge-patch+json"].map((type) => `application/${type}`);
    expect(consumed(roots, "post")).toEqual(["application/json", "application/yaml"]);
    expect(consumed(`${roots}/{name}`, "patch")).toEqual(expect.arrayContaining(merges));
    expect(consumed("/apis/apps/v1/namespaces/{namespace}/deployments/{name}", "patch")).toEqual(
      expect.arrayContaining([...merges, "application/strategic-merge-patch+json"]),
    );
    expect(consumed("/api/v1/namespaces/{namespace}/pods", "post")).toEqual(["*/*"]);
  });

  it("include the merge strategy of lists in built-in kinds", () => {
    const untold = Object.entries(documents.two.definitions).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, schema]) => schema.type === "array" && schema["x-kubernetes-list-type"] === undefined)
        .map(([property]) => `${name}.${property}`),
    );
    expect(untold.filter((name) => !LISTS_WITHOUT_TYPE.test(name))).toEqual([]);
  });
});
