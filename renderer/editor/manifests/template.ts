/** The initial text of a new object: for common kinds, enough for the server to accept it once it has a name. */
import { apiVersionOf } from "../../../shared/object.ts";
import { yamlText } from "../../../shared/yaml/writeYaml.ts";
import type { ResourceType } from "../../api/resourceType.ts";

const NAME = "example";
const PLURAL = "examples";
const GROUP = "example.com";
const CONTAINERS = [{ name: "main", image: "nginx:1.27" }];
const WORKLOAD = {
  selector: { matchLabels: { app: NAME } },
  template: { metadata: { labels: { app: NAME } }, spec: { containers: CONTAINERS } },
};
const JOB = { template: { spec: { restartPolicy: "Never", containers: CONTAINERS } } };
const RULES = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] }];

/** Initial bodies by kind; all other kinds start with the fields that their schema requires. */
const BODIES: Readonly<Record<string, object>> = {
  Pod: { spec: { containers: CONTAINERS } },
  Deployment: { spec: { replicas: 1, ...WORKLOAD } },
  ReplicaSet: { spec: { replicas: 1, ...WORKLOAD } },
  StatefulSet: { spec: { serviceName: NAME, replicas: 1, ...WORKLOAD } },
  DaemonSet: { spec: WORKLOAD },
  Job: { spec: JOB },
  CronJob: { spec: { schedule: "*/5 * * * *", jobTemplate: { spec: JOB } } },
  ConfigMap: { data: { key: "value" } },
  Secret: { type: "Opaque", stringData: { key: "value" } },
  Service: { spec: { selector: { app: NAME }, ports: [{ port: 80, targetPort: 8080 }] } },
  Role: { rules: RULES },
  ClusterRole: { rules: RULES },
  Namespace: {},
  ServiceAccount: {},
  Ingress: {
    spec: {
      rules: [
        {
          host: "example.com",
          http: {
            paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: NAME, port: { number: 80 } } } }],
          },
        },
      ],
    },
  },
  NetworkPolicy: {
    spec: {
      podSelector: { matchLabels: { app: NAME } },
      policyTypes: ["Ingress"],
      ingress: [{ from: [{ podSelector: {} }] }],
    },
  },
  PersistentVolumeClaim: { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
  PodDisruptionBudget: { spec: { minAvailable: 1, selector: { matchLabels: { app: NAME } } } },
  HorizontalPodAutoscaler: {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: NAME },
      minReplicas: 1,
      maxReplicas: 5,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
      ],
    },
  },
  ResourceQuota: { spec: { hard: { pods: "20", "requests.cpu": "4", "requests.memory": "8Gi" } } },
  LimitRange: {
    spec: {
      limits: [
        {
          type: "Container",
          defaultRequest: { cpu: "100m", memory: "128Mi" },
          default: { cpu: "500m", memory: "512Mi" },
        },
      ],
    },
  },
  PriorityClass: { value: 1000 },
  CustomResourceDefinition: {
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: PLURAL, singular: NAME, kind: "Example" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec: {
                  type: "object",
                  required: ["size"],
                  properties: { size: { type: "integer", minimum: 1 }, note: { type: "string" } },
                },
                status: { type: "object", properties: { ready: { type: "boolean" } } },
              },
            },
          },
        },
      ],
    },
  },
};

/** Names by kind: a definition's name must consist of its plural name and its group. */
const NAMES: Readonly<Record<string, string>> = { CustomResourceDefinition: `${PLURAL}.${GROUP}` };

/** The body of a binding. The API group of roles depends on the server. */
function bindingBody(group: string, kind: string): object {
  const apiGroup = { apiGroup: group };
  const role = kind === "RoleBinding" ? { kind: "Role", name: NAME } : { kind: "ClusterRole", name: "view" };
  return { roleRef: { ...apiGroup, ...role }, subjects: [{ ...apiGroup, kind: "User", name: "alice" }] };
}

function bodyOf({ group, kind }: ResourceType, otherwise: object): object {
  if (kind === "RoleBinding" || kind === "ClusterRoleBinding") return bindingBody(group, kind);
  return BODIES[kind] ?? otherwise;
}

/** YAML with only the fields that every object of a kind has. */
export function emptyTextFor(type: ResourceType, namespace: string): string {
  const metadata = type.namespaced ? { name: "", namespace: namespace || "default" } : { name: "" };
  return yamlText({ apiVersion: apiVersionOf(type), kind: type.kind, metadata });
}

/**
 * YAML for a new object of a kind.
 *
 * @param namespace if empty, cluster-scoped kinds have none, and others use `default`
 * @param fields the body for kinds without a body of their own here: what the schema requires, if it is known
 */
export function templateFor(type: ResourceType, namespace: string, fields: object = { spec: {} }): string {
  const name = NAMES[type.kind] ?? NAME;
  const metadata = type.namespaced ? { name, namespace: namespace === "" ? "default" : namespace } : { name };
  return yamlText({ apiVersion: apiVersionOf(type), kind: type.kind, metadata, ...bodyOf(type, fields) });
}
