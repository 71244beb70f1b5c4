import type { Manifest } from "../manifests/manifest.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { Content } from "./content.ts";

const QUESTIONS = `Who can read the secret master-key in the namespace vault? At least five ways lead there:

1. a subject that may read it by name
2. a subject that may read all secrets, through an aggregated role
3. a subject that may start pods that mount the secret
4. a subject that may impersonate another
5. a subject that may grant itself the right

Ask "Who can" and "Can I" in the console, or orrery explain in the terminal. Which binding would you remove first?
`;

/** Content whose RBAC rules allow access to one secret in more ways than it seems. */
export function accessPuzzle(vocabulary: Vocabulary): Content {
  const group = vocabulary.render("rbac.authorization.{domain}");
  const objects = [...namespaces(), ...things(), ...roles(group), ...bindings(group)];
  return {
    id: "access-puzzle",
    title: { en: "Access puzzle", de: "Rätsel der Rechte" },
    summary: {
      en: "One secret, six people and a tangle of roles: find out who can read it, and through which rule.",
      de: "Ein Secret, sechs Personen und ein Gewirr von Rollen: Finden Sie heraus, wer es lesen kann, und auf welchem Weg.",
    },
    nodes: 0,
    count: objects.length,
    objects: () => objects,
  };
}

const namespaces = (): Manifest[] =>
  ["vault", "office", "workshop"].map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));

const core = (kind: string, namespace: string, name: string, fields: object = {}): Manifest => ({
  apiVersion: "v1",
  kind,
  metadata: { name, namespace },
  ...fields,
});

const things = (): Manifest[] => [
  core("ConfigMap", "default", "access-puzzle", { data: { questions: QUESTIONS } }),
  core("Secret", "vault", "master-key", { stringData: { key: "open-sesame" } }),
  core("Secret", "office", "coffee-machine", { stringData: { pin: "1234" } }),
  core("ServiceAccount", "vault", "keeper"),
  core("ServiceAccount", "workshop", "robot"),
];

const rule = (verbs: string[], resources: string[], apiGroups: string[] = [""], resourceNames?: string[]) => ({
  apiGroups,
  resources,
  verbs,
  ...(resourceNames === undefined ? {} : { resourceNames }),
});

function roles(group: string): Manifest[] {
  const apiVersion = `${group}/v1`;
  const role = (namespace: string, name: string, ...rules: object[]): Manifest => ({
    apiVersion,
    kind: "Role",
    metadata: { name, namespace },
    rules,
  });
  const clusterRole = (
    name: string,
    rules: object[],
    fields: { labels?: object; [field: string]: unknown } = {},
  ): Manifest => {
    const { labels, ...rest } = fields;
    return { apiVersion, kind: "ClusterRole", metadata: { name, ...(labels && { labels }) }, rules, ...rest };
  };
  const audited = { "puzzle/part-of": "auditor" };
  return [
    role("vault", "master-key-reader", rule(["get"], ["secrets"], [""], ["master-key"])),
    role("vault", "pod-starter", rule(["create", "get", "list"], ["pods"])),
    role("vault", "role-tinkerer", rule(["get", "update", "patch", "escalate"], ["roles"], [group])),
    role("vault", "impersonator-of-keeper", rule(["impersonate"], ["serviceaccounts"], [""], ["keeper"])),
    role("office", "secret-reader", rule(["get", "list"], ["secrets"])),
    clusterRole("puzzle-reads-pods", [rule(["get", "list", "watch"], ["pods"])], { labels: audited }),
    clusterRole("puzzle-reads-secrets", [rule(["get", "list"], ["secrets"])], { labels: audited }),
    clusterRole("puzzle-auditor", [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: audited }] } }),
  ];
}

function bindings(group: string): Manifest[] {
  const user = (name: string) => ({ kind: "User", apiGroup: group, name });
  const team = (name: string) => ({ kind: "Group", apiGroup: group, name });
  const account = (namespace: string, name: string) => ({ kind: "ServiceAccount", namespace, name });
  const binding = (
    namespace: string,
    name: string,
    [kind, role]: readonly [string, string],
    ...subjects: object[]
  ) => ({
    apiVersion: `${group}/v1`,
    kind: namespace === "" ? "ClusterRoleBinding" : "RoleBinding",
    metadata: { name, ...(namespace === "" ? {} : { namespace }) },
    roleRef: { apiGroup: group, kind, name: role },
    subjects,
  });
  return [
    binding("vault", "keepers", ["Role", "master-key-reader"], account("vault", "keeper"), user("ada")),
    binding("vault", "starters", ["Role", "pod-starter"], user("ben")),
    binding("vault", "tinkerers", ["Role", "role-tinkerer"], user("dan")),
    binding("vault", "tinkerers-read", ["Role", "pod-starter"], user("dan")),
    binding("vault", "understudies", ["Role", "impersonator-of-keeper"], user("emil")),
    binding("office", "office-readers", ["Role", "secret-reader"], user("finn")),
    binding("", "puzzle-auditors", ["ClusterRole", "puzzle-auditor"], team("auditors"), account("workshop", "robot")),
    binding("workshop", "robot-drivers", ["ClusterRole", "edit"], user("cleo")),
  ];
}
