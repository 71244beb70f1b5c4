import type { Manifest } from "../../manifests/manifest.ts";
import type { Vocabulary } from "../../vocabulary.ts";
import { PORTS } from "./network.ts";

/** The eight workloads, and their autoscalers and disruption budgets. */
export function workloads(vocabulary: Vocabulary): Manifest[] {
  const partOf = vocabulary.render("app.{labelDomain}/part-of");
  const labelled = (app: string) => ({ app, [partOf]: "shop" });
  const deployment = (app: Server, replicas: number, image: string, more: Parts = {}): Manifest => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: app, labels: labelled(app) },
    spec: {
      replicas,
      selector: { matchLabels: { app } },
      template: { metadata: { labels: labelled(app) }, spec: podSpec(app, image, more) },
    },
  });
  return [
    database(labelled("database")),
    deployment("catalog", 2, "shop/catalog:2.4.1", {
      env: [...DATABASE, fromConfig("PAGE_SIZE", "catalog-settings", "pageSize")],
    }),
    deployment("cart", 2, "shop/cart:1.9.0", { env: DATABASE }),
    deployment("orders", 2, "shop/orders:3.1.2", {
      env: [...DATABASE, { name: "PAYMENTS_URL", value: "https://payments:8443" }],
    }),
    deployment("payments", 2, "shop/payments:1.4.0", { env: [fromSecret("GATEWAY_KEY", "payment-gateway", "apiKey")] }),
    deployment("storefront", 3, "nginx:1.27", {
      volumeMounts: [{ name: "settings", mountPath: "/etc/shop", readOnly: true }],
      volumes: [{ name: "settings", configMap: { name: "storefront-settings" } }],
    }),
    logAgent(labelled("log-agent")),
    nightlyReport(labelled("nightly-report")),
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "storefront" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "storefront" },
        minReplicas: 3,
        maxReplicas: 8,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
        ],
      },
    },
    ...(["storefront", "orders"] as const).map((app) => ({
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: app },
      spec: { minAvailable: app === "storefront" ? 2 : 1, selector: { matchLabels: { app } } },
    })),
  ];
}

type Server = keyof typeof PORTS;

interface Parts {
  readonly env?: readonly object[];
  readonly volumeMounts?: readonly object[];
  readonly volumes?: readonly object[];
}

const fromSecret = (name: string, secret: string, key: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: secret, key } },
});
const fromConfig = (name: string, config: string, key: string) => ({
  name,
  valueFrom: { configMapKeyRef: { name: config, key } },
});
const DATABASE = [
  { name: "DATABASE_HOST", value: "database" },
  fromSecret("DATABASE_USER", "database-credentials", "username"),
  fromSecret("DATABASE_PASSWORD", "database-credentials", "password"),
];

/** The pod spec of a server that has an HTTP readiness endpoint. */
function podSpec(app: Server, image: string, { env = [], volumeMounts = [], volumes = [] }: Parts) {
  const probe = { httpGet: { path: "/", port: "http" }, periodSeconds: 10 };
  return {
    serviceAccountName: app,
    containers: [
      {
        name: app,
        image,
        env,
        volumeMounts,
        ports: [{ name: "http", containerPort: PORTS[app] }],
        resources: { requests: { cpu: "100m", memory: "96Mi" }, limits: { cpu: "500m", memory: "256Mi" } },
        readinessProbe: probe,
        livenessProbe: { ...probe, failureThreshold: 5 },
      },
    ],
    volumes,
  };
}

const database = (labels: Readonly<Record<string, string>>): Manifest => ({
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "database", labels },
  spec: {
    serviceName: "database",
    replicas: 1,
    selector: { matchLabels: { app: "database" } },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: "database",
        containers: [
          {
            name: "postgres",
            image: "postgres:17",
            ports: [{ name: "postgres", containerPort: PORTS.database }],
            env: [
              fromSecret("POSTGRES_USER", "database-credentials", "username"),
              fromSecret("POSTGRES_PASSWORD", "database-credentials", "password"),
            ],
            resources: { requests: { cpu: "250m", memory: "256Mi" }, limits: { memory: "512Mi" } },
            volumeMounts: [{ name: "data", mountPath: "/var/lib/postgresql/data" }],
          },
        ],
      },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "5Gi" } } },
      },
    ],
  },
});

const logAgent = (labels: Readonly<Record<string, string>>): Manifest => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "log-agent", labels },
  spec: {
    selector: { matchLabels: { app: "log-agent" } },
    template: {
      metadata: { labels },
      spec: {
        containers: [
          {
            name: "agent",
            image: "busybox:1.37",
            command: ["sh", "-c", "while true; do echo shipped $(date -u +%H:%M:%S); sleep 30; done"],
            resources: { requests: { cpu: "20m", memory: "32Mi" } },
          },
        ],
      },
    },
  },
});

const nightlyReport = (labels: Readonly<Record<string, string>>): Manifest => ({
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "nightly-report", labels },
  spec: {
    schedule: "0 2 * * *",
    concurrencyPolicy: "Forbid",
    successfulJobsHistoryLimit: 3,
    jobTemplate: {
      spec: {
        backoffLimit: 2,
        template: {
          metadata: { labels },
          spec: {
            restartPolicy: "Never",
            containers: [
              {
                name: "report",
                image: "busybox:1.37",
                command: ["sh", "-c", "echo orders of the day; sleep 5; echo sent"],
              },
            ],
          },
        },
      },
    },
  },
});
