import type { Manifest } from "../../manifests/manifest.ts";
import type { Vocabulary } from "../../vocabulary.ts";

/** Ports on which the parts of the shop listen. */
export const PORTS = {
  storefront: 80,
  catalog: 8080,
  cart: 8080,
  orders: 8080,
  payments: 8443,
  database: 5432,
} as const;

/** Services, the ingress, and network policies. */
export function network(vocabulary: Vocabulary): Manifest[] {
  const apiVersion = vocabulary.render("networking.{domain}/v1");
  const policy = (name: string, spec: object): Manifest => ({
    apiVersion,
    kind: "NetworkPolicy",
    metadata: { name },
    spec,
  });
  const from = (app: keyof typeof PORTS, ...callers: string[]): Manifest =>
    policy(`to-${app}`, {
      podSelector: { matchLabels: { app } },
      policyTypes: ["Ingress"],
      ingress: [
        {
          from: callers.map((caller) => ({ podSelector: { matchLabels: { app: caller } } })),
          ports: [{ port: PORTS[app] }],
        },
      ],
    });
  return [
    ...Object.entries(PORTS).map(([app, port]) => service(app, port)),
    {
      apiVersion,
      kind: "Ingress",
      metadata: { name: "shop" },
      spec: {
        rules: [
          {
            host: "shop.example.com",
            http: {
              paths: [
                { path: "/", pathType: "Prefix", backend: { service: { name: "storefront", port: { name: "http" } } } },
                {
                  path: "/api/orders",
                  pathType: "Prefix",
                  backend: { service: { name: "orders", port: { name: "http" } } },
                },
              ],
            },
          },
        ],
      },
    },
    policy("default-deny", { podSelector: {}, policyTypes: ["Ingress"] }),
    policy("to-storefront", {
      podSelector: { matchLabels: { app: "storefront" } },
      policyTypes: ["Ingress"],
      ingress: [{}],
    }),
    from("catalog", "storefront"),
    from("cart", "storefront"),
    from("orders", "storefront"),
    from("payments", "orders"),
    from("database", "catalog", "cart", "orders"),
  ];
}

const service = (app: string, port: number): Manifest => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: app, labels: { app } },
  spec: {
    selector: { app },
    ports: [
      { name: app === "database" ? "postgres" : "http", port: app === "storefront" ? 80 : port, targetPort: port },
    ],
    ...(app === "database" ? { clusterIP: "None" } : {}),
  },
});
