import type { Manifest } from "../../manifests/manifest.ts";
import type { Vocabulary } from "../../vocabulary.ts";

/** RBAC rules for three people: Ada runs the shop, Ben supports its customers, Cleo looks after payments. */
export function people(vocabulary: Vocabulary): Manifest[] {
  const group = vocabulary.render("rbac.authorization.{domain}");
  const apiVersion = `${group}/v1`;
  const binding = (name: string, kind: string, role: string, user: string): Manifest => ({
    apiVersion,
    kind: "RoleBinding",
    metadata: { name },
    roleRef: { apiGroup: group, kind, name: role },
    subjects: [{ apiGroup: group, kind: "User", name: user }],
  });
  const role = (name: string, ...rules: object[]): Manifest => ({
    apiVersion,
    kind: "Role",
    metadata: { name },
    rules,
  });
  return [
    role(
      "support",
      {
        apiGroups: [""],
        resources: ["pods", "pods/log", "events", "services", "endpoints"],
        verbs: ["get", "list", "watch"],
      },
      {
        apiGroups: ["apps"],
        resources: ["deployments", "replicasets", "statefulsets"],
        verbs: ["get", "list", "watch"],
      },
    ),
    role(
      "payments-operator",
      {
        apiGroups: ["apps"],
        resources: ["deployments", "deployments/scale"],
        resourceNames: ["payments"],
        verbs: ["get", "patch", "update"],
      },
      {
        apiGroups: [""],
        resources: ["secrets"],
        resourceNames: ["payment-gateway"],
        verbs: ["get", "update", "patch"],
      },
      { apiGroups: [""], resources: ["pods", "pods/log"], verbs: ["get", "list", "watch"] },
    ),
    binding("ada-edits", "ClusterRole", "edit", "ada"),
    binding("ben-supports", "Role", "support", "ben"),
    binding("cleo-runs-payments", "Role", "payments-operator", "cleo"),
    binding("cleo-supports", "Role", "support", "cleo"),
  ];
}
