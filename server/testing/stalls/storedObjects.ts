/** Objects that are stored before hostile requests refer to them: small ones, and ones of the maximum size. */
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import type { TestServer } from "../testServer.ts";
import { numbered } from "./hostileBody.ts";

/** A kind of which a small and a large object are stored. */
export interface StoredKind {
  /** Path of the collection. */
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Its type. A custom resource uses that of a config map: it preserves whatever it gets. */
  readonly node: StructNode;
  readonly isCustom?: boolean;
  /** The minimal content of an object in addition to its name. */
  readonly least: object;
  /** The members of the large object, as JSON. */
  readonly large: () => string;
}

const schema = loadSchema();
const keys = (count: number): string => numbered(count, (i) => `"k${i}":""`);
const podOf = (container: string): string =>
  `{"replicas":0,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"${container}}]}}}`;

export const STORED: readonly StoredKind[] = [
  {
    path: "/api/v1/namespaces/default/configmaps",
    apiVersion: "v1",
    kind: "ConfigMap",
    node: schema.definition("api.core.v1.ConfigMap"),
    least: {},
    large: () => `"data":{${keys(80_000)}}`,
  },
  {
    path: "/apis/apps/v1/namespaces/default/deployments",
    apiVersion: "apps/v1",
    kind: "Deployment",
    node: schema.definition("api.apps.v1.Deployment"),
    least: { spec: JSON.parse(podOf("")) as object },
    large: () => `"spec":${podOf(`,"env":[${numbered(30_000, (i) => `{"name":"E${i}","value":"${i}"}`)}]`)}`,
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    node: schema.definition("api.rbac.v1.Role"),
    least: {},
    large: () => `"rules":[${numbered(15_000, (i) => `{"apiGroups":[""],"resources":["r${i}"],"verbs":["get"]}`)}]`,
  },
  {
    path: "/apis/example.com/v1/namespaces/default/holders",
    apiVersion: "example.com/v1",
    kind: "Holder",
    node: schema.definition("api.core.v1.ConfigMap"),
    isCustom: true,
    least: {},
    large: () => `"data":{${keys(60_000)}},"list":[${numbered(10_000, (i) => `{"name":"n${i}"}`)}]`,
  },
];

const HOLDERS = {
  metadata: { name: "holders.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "holders", kind: "Holder" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              data: { type: "object", additionalProperties: { type: "string" } },
              list: {
                type: "array",
                items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
                "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["name"],
              },
            },
            "x-kubernetes-preserve-unknown-fields": true,
          },
        },
      },
    ],
  },
};

/** Stores an object `small` and an object `large` of each kind. @throws Error when one is refused */
export async function storeObjects(server: TestServer): Promise<void> {
  const create = async (path: string, body: string): Promise<number> => {
    const answer = await server.request("POST", path, { body });
    if (![201, 404].includes(answer.status))
      throw new Error(`${path}: ${answer.status} ${String(answer.body["message"])}`);
    return answer.status;
  };
  await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", JSON.stringify(HOLDERS));
  for (const { path, apiVersion, kind, least, large } of STORED) {
    const small = JSON.stringify({ apiVersion, kind, metadata: { name: "small" }, ...least });
    // A definition is served a moment after it was created.
    while ((await create(path, small)) === 404) await new Promise((resolve) => setImmediate(resolve));
    await create(path, `{"apiVersion":"${apiVersion}","kind":"${kind}","metadata":{"name":"large"},${large()}}`);
  }
}
