import type { Sample } from "./sample.ts";

const names = (plural: string, kind: string) => ({
  plural,
  singular: kind.toLowerCase(),
  kind,
  listKind: `${kind}List`,
});
const definition = (plural: string, kind: string, before: object, after: object): Sample => {
  const common = { group: "example.com", names: names(plural, kind) };
  return {
    before: {
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.example.com` },
      spec: { ...common, ...before },
    },
    after: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.example.com` },
      spec: { ...common, ...after },
    },
  };
};

const PRESERVE = "x-kubernetes-preserve-unknown-fields";

/** Custom resource definitions. */
export const definitions: readonly Sample[] = [
  definition(
    "bares",
    "Bare",
    { version: "v1" },
    {
      scope: "Namespaced",
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", [PRESERVE]: true } } },
      ],
    },
  ),
  definition(
    "wholes",
    "Whole",
    {
      scope: "Cluster",
      version: "v1",
      versions: [
        { name: "v1", served: true, storage: true },
        { name: "v1beta1", served: true, storage: false },
      ],
      validation: {
        openAPIV3Schema: {
          properties: {
            apiVersion: { type: "string", description: "d" },
            kind: { type: "string" },
            metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 }, labels: {} } },
            spec: {
              type: "object",
              properties: {
                size: { anyOf: [{ type: "integer" }, { type: "string" }] },
                nested: { properties: { a: { type: "string" } } },
                list: { items: { type: "string" }, uniqueItems: true },
                any: {},
              },
            },
          },
        },
      },
      subresources: {
        status: {},
        scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
      },
      additionalPrinterColumns: [{ name: "Size", type: "string", JSONPath: ".spec.size" }],
      conversion: { strategy: "Webhook", webhookClientConfig: { url: "https://hooks.example.com/convert" } },
    },
    {
      scope: "Cluster",
      versions: ["v1", "v1beta1"].map((name) => ({
        name,
        served: true,
        storage: name === "v1",
        schema: {
          openAPIV3Schema: {
            type: "object",
            [PRESERVE]: true,
            properties: {
              apiVersion: { type: "string" },
              kind: { type: "string" },
              metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 } } },
              spec: {
                type: "object",
                [PRESERVE]: true,
                properties: {
                  size: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
                  nested: { type: "object", [PRESERVE]: true, properties: { a: { type: "string" } } },
                  list: { type: "array", items: { type: "string" } },
                  any: { [PRESERVE]: true },
                },
              },
            },
          },
        },
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
        additionalPrinterColumns: [{ name: "Size", type: "string", jsonPath: ".spec.size" }],
      })),
      conversion: {
        strategy: "Webhook",
        webhook: {
          clientConfig: { url: "https://hooks.example.com/convert" },
          conversionReviewVersions: ["v1beta1"],
        },
      },
    },
  ),
  definition(
    "pruneds",
    "Pruned",
    {
      scope: "Namespaced",
      preserveUnknownFields: false,
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
    {
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  ),
];
