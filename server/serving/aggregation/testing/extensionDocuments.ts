/** The discovery documents of the tests' extension server. */

export const GROUP = "flowers.example.com";
export const KIND = "Tulip";
export const PLURAL = "tulips";

const VERBS = ["create", "delete", "get", "list", "patch", "update", "watch"];

/** `/apis/{group}/{version}`. */
export const resourceList = (version: string) => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: `${GROUP}/${version}`,
  resources: [
    {
      name: PLURAL,
      singularName: "tulip",
      namespaced: true,
      kind: KIND,
      verbs: VERBS,
      shortNames: ["tu"],
      categories: ["all"],
    },
    { name: `${PLURAL}/status`, singularName: "", namespaced: true, kind: KIND, verbs: ["get", "patch", "update"] },
  ],
});

const responseKind = (version: string) => ({ group: GROUP, version, kind: KIND });

/** `/apis` in the aggregated form. */
export const aggregatedDocument = (versions: readonly string[]) => ({
  kind: "APIGroupDiscoveryList",
  apiVersion: "apidiscovery.k8s.io/v2",
  metadata: {},
  items: [
    {
      metadata: { name: GROUP, creationTimestamp: null },
      versions: versions.map((version) => ({
        version,
        freshness: "Current",
        resources: [
          {
            resource: PLURAL,
            responseKind: responseKind(version),
            scope: "Namespaced",
            singularResource: "tulip",
            verbs: VERBS,
            shortNames: ["tu"],
            categories: ["all"],
            subresources: [
              { subresource: "status", responseKind: responseKind(version), verbs: ["get", "patch", "update"] },
            ],
          },
        ],
      })),
    },
  ],
});

const MODEL = `com.example.flowers.v1.${KIND}`;
const META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const STATUS = "io.k8s.apimachinery.pkg.apis.meta.v1.Status";

const tulipProperties = (reference: (name: string) => string) => ({
  apiVersion: { type: "string", description: "The version of the schema." },
  kind: { type: "string", description: "The kind of the object." },
  metadata: { description: "Standard metadata.", allOf: [{ $ref: reference(META) }] },
  spec: {
    type: "object",
    description: "What the tulip is to look like.",
    properties: {
      color: { type: "string", description: "The color of its petals." },
      height: { type: "integer", format: "int32", description: "Its height in millimetres." },
    },
  },
});

const gvk = (version: string, kind = KIND) => [{ group: GROUP, kind, version }];

/** `/openapi/v2`: with a path outside its group, and definitions whose names the API server uses for other things. */
export const openApiV2 = (versions: readonly string[]) => {
  const reference = (name: string): string => `#/definitions/${name}`;
  const paths = versions.map((version) => [
    `/apis/${GROUP}/${version}/namespaces/{namespace}/${PLURAL}/{name}`,
    {
      get: {
        description: `read the specified ${KIND}`,
        produces: ["application/json"],
        schemes: ["https"],
        operationId: `readFlowers${version}NamespacedTulip`,
        parameters: [{ $ref: "#/parameters/pretty-flowers" }],
        responses: {
          "200": { description: "OK", schema: { $ref: reference(MODEL) } },
          default: { description: "Failure", schema: { $ref: reference(STATUS) } },
        },
        "x-kubernetes-action": "get",
        "x-kubernetes-group-version-kind": gvk(version)[0],
      },
      parameters: [{ uniqueItems: true, type: "string", name: "name", in: "path", required: true }],
    },
  ]);
  return {
    swagger: "2.0",
    info: { title: "Flowers", version: "v1" },
    paths: {
      ...Object.fromEntries(paths),
      "/api/v1/namespaces/{namespace}/secrets": {
        get: { operationId: "steal", responses: { "200": { description: "OK" } } },
      },
    },
    definitions: {
      [MODEL]: {
        type: "object",
        description: "A flower of spring.",
        properties: tulipProperties(reference),
        "x-kubernetes-group-version-kind": versions.map((version) => gvk(version)[0]),
      },
      [META]: {
        type: "object",
        description: "Metadata as the flowers have it.",
        properties: { name: { type: "string" } },
      },
      [STATUS]: {
        type: "object",
        description: "A status of flowers.",
        properties: { metadata: { $ref: reference(META) } },
      },
      "com.example.flowers.v1.Unused": { type: "object" },
    },
    parameters: {
      "pretty-flowers": { uniqueItems: true, type: "string", name: "pretty", in: "query" },
    },
  };
};

/** `/openapi/v3/apis/{group}/{version}`. */
export const openApiV3 = (version: string) => {
  const reference = (name: string): string => `#/components/schemas/${name}`;
  return {
    openapi: "3.0.0",
    info: { title: "Flowers", version: "v1" },
    paths: {
      [`/apis/${GROUP}/${version}/namespaces/{namespace}/${PLURAL}/{name}`]: {
        get: {
          description: `read the specified ${KIND}`,
          operationId: `readFlowers${version}NamespacedTulip`,
          responses: {
            "200": {
              description: "OK",
              content: { "application/json": { schema: { $ref: reference(MODEL) } } },
            },
          },
          "x-kubernetes-action": "get",
          "x-kubernetes-group-version-kind": gvk(version)[0],
        },
      },
    },
    components: {
      schemas: {
        [MODEL]: {
          type: "object",
          description: "A flower of spring.",
          properties: tulipProperties(reference),
          "x-kubernetes-group-version-kind": gvk(version),
        },
        [META]: {
          type: "object",
          description: "Metadata as the flowers have it.",
          properties: { name: { type: "string" } },
        },
      },
    },
  };
};
