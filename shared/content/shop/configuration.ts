import type { Manifest } from "../../manifests/manifest.ts";

const core = (kind: string, name: string, fields: object): Manifest => ({
  apiVersion: "v1",
  kind,
  metadata: { name },
  ...fields,
});

/** Config maps, secrets, service accounts, and the namespace's quota. */
export const configuration = (): Manifest[] => [
  core("ConfigMap", "storefront-settings", {
    data: {
      "shop.yaml": "title: The Corner Shop\ncurrency: EUR\nbanner: Free delivery from 40 EUR\n",
      theme: "spring",
    },
  }),
  core("ConfigMap", "catalog-settings", { data: { pageSize: "24", cacheSeconds: "60" } }),
  core("Secret", "database-credentials", {
    type: "Opaque",
    stringData: { username: "shop", password: "correct-horse-battery" },
  }),
  core("Secret", "payment-gateway", { type: "Opaque", stringData: { apiKey: "test-key-4711" } }),
  ...["storefront", "catalog", "cart", "orders", "payments", "database"].map((name) =>
    core("ServiceAccount", name, { automountServiceAccountToken: false }),
  ),
  core("ResourceQuota", "shop", {
    spec: { hard: { "requests.cpu": "8", "requests.memory": "12Gi", pods: "60", persistentvolumeclaims: "10" } },
  }),
  core("LimitRange", "defaults", {
    spec: {
      limits: [
        {
          type: "Container",
          default: { cpu: "500m", memory: "256Mi" },
          defaultRequest: { cpu: "50m", memory: "64Mi" },
        },
      ],
    },
  }),
];
