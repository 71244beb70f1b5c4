/**
 * The initial text of a new object: for common kinds, complete enough for the server to accept it once it has a name.
 */
import { stringify } from "yaml";
import { apiVersionOf } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";

const NAME = "example";
const CONTAINERS = [{ name: "main", image: "nginx:1.27" }];
const WORKLOAD = {
  selector: { matchLabels: { app: NAME } },
  template: { metadata: { labels: { app: NAME } }, spec: { containers: CONTAINERS } },
};
const JOB = { template: { spec: { restartPolicy: "Never", containers: CONTAINERS } } };
const RULES = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] }];

/** Initial bodies by kind; all other kinds start with an empty spec. */
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
};

/** Only the fields that every object of a kind has. */
export function emptyTextFor(type: ResourceType, namespace: string): string {
  const metadata = type.namespaced ? { name: "", namespace: namespace || "default" } : { name: "" };
  return stringify({ apiVersion: apiVersionOf(type), kind: type.kind, metadata }, { lineWidth: 0 });
}

/**
 * YAML for a new object of a kind. @param namespace if empty, cluster-scoped kinds have none, and others use `default`
 */
export function templateFor(type: ResourceType, namespace: string): string {
  const metadata = type.namespaced
    ? { name: NAME, namespace: namespace === "" ? "default" : namespace }
    : { name: NAME };
  const body = BODIES[type.kind] ?? { spec: {} };
  return stringify({ apiVersion: apiVersionOf(type), kind: type.kind, metadata, ...body }, { lineWidth: 0 });
}
