/** A deployment as the Orrery view shows it, with names that a user could have chosen. */
export const STOREFRONT = {
  metadata: { name: "storefront" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "storefront" } },
    template: {
      metadata: { labels: { app: "storefront" } },
      spec: { containers: [{ name: "web", image: "nginx:1.27" }] },
    },
  },
};
