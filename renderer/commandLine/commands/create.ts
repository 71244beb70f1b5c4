import type { Command, Session } from "../model/command.ts";
import { type Flag, type Input, numberOf, UsageError } from "../model/flags.ts";
import { needKind } from "../model/targets.ts";
import { createJob } from "./createJob.ts";
import { createToken } from "./createToken.ts";
import { containerOf, type Fields, maker, nameIn, needed, pairsOf, takes } from "./creating.ts";

const baseName = (image: string): string => (image.split("/").at(-1) ?? "").replace(/[:@].*$/, "");

const role = (input: Input, session: Session): Fields => {
  const urls = input.values("non-resource-url", true);
  const verbs = needed(input, "verb").split(",");
  if (urls.length > 0) return { rules: [{ verbs, nonResourceURLs: urls }] };
  const byGroup = new Map<string, string[]>();
  for (const word of needed(input, "resource").split(",")) {
    const [kind = "", ...sub] = word.split("/");
    const { group, resource } = needKind(kind, session.types);
    byGroup.set(group, [...(byGroup.get(group) ?? []), [resource, ...sub].join("/")]);
  }
  const names = input.values("resource-name", true);
  const resourceNames = names.length === 0 ? {} : { resourceNames: names };
  return {
    rules: [...byGroup].map(([group, resources]) => ({ verbs, apiGroups: [group], resources, ...resourceNames })),
  };
};

const binding = (input: Input, session: Session): Fields => {
  const apiGroup = session.vocabulary.rbacGroup;
  const roleName = input.value("role");
  const kind = roleName === "" ? "ClusterRole" : "Role";
  const subjects = [
    ...input.values("user", true).map((name) => ({ apiGroup, kind: "User", name })),
    ...input.values("group", true).map((name) => ({ apiGroup, kind: "Group", name })),
    ...input.values("serviceaccount", true).map((word) => {
      const [namespace = "", name] = word.split(":");
      if (name === undefined) throw new UsageError(`error: serviceaccount must be <namespace>:<name>`);
      return { kind: "ServiceAccount", namespace, name };
    }),
  ];
  return { roleRef: { apiGroup, kind, name: roleName === "" ? needed(input, "clusterrole") : roleName }, subjects };
};

const podTemplate = (input: Input, labels: Fields): Fields => ({
  metadata: { labels },
  spec: {
    containers: [
      {
        ...containerOf(baseName(needed(input, "image")), input),
        ...(input.value("port") === "" ? {} : { ports: [{ containerPort: numberOf(input, "port") }] }),
      },
    ],
  },
});

const secretOf = (type: string, flags: readonly Flag[], data: (input: Input) => Fields): Command =>
  maker(`secret ${type}`, "secrets", flags.map(({ name }) => `--${name}=…`).join(" "), flags, data);

const servicePorts = (input: Input): Fields[] =>
  input.values("tcp", true).map((word) => {
    const [port = "", target = port] = word.split(":");
    return { name: word.replace(":", "-"), port: Number(port), targetPort: Number(target), protocol: "TCP" };
  });

const service = (name: string, type: string): Command =>
  maker(`service ${name}`, "services", "--tcp=PORT:TARGET", takes("tcp"), (input) => ({
    metadata: { name: nameIn(input), labels: { app: nameIn(input) } },
    spec: { type, selector: { app: nameIn(input) }, ports: servicePorts(input) },
  }));

const MAKERS: readonly Command[] = [
  maker("namespace", "namespaces", "", [], () => ({})),
  maker("serviceaccount", "serviceaccounts", "", [], () => ({})),
  maker(
    "deployment",
    "deployments.apps",
    "--image=IMAGE [--replicas=N] [--port=PORT] [-- COMMAND …]",
    takes("image", "replicas", "port"),
    (input) => {
      const labels = { app: nameIn(input) };
      return {
        metadata: { name: nameIn(input), labels },
        spec: {
          replicas: numberOf(input, "replicas") ?? 1,
          selector: { matchLabels: labels },
          template: podTemplate(input, labels),
        },
      };
    },
  ),
  maker(
    "cronjob",
    "cronjobs.batch",
    "--image=IMAGE --schedule='*/5 * * * *' [-- COMMAND …]",
    takes("image", "schedule", "restart"),
    (input) => ({
      spec: {
        schedule: needed(input, "schedule"),
        jobTemplate: {
          metadata: { name: nameIn(input) },
          spec: {
            template: {
              spec: {
                containers: [containerOf(nameIn(input), input)],
                restartPolicy: input.value("restart") || "OnFailure",
              },
            },
          },
        },
      },
    }),
  ),
  maker("configmap", "configmaps", "--from-literal=KEY=VALUE", takes("from-literal"), (input) => ({
    data: pairsOf(input.values("from-literal"), "from-literal"),
  })),
  secretOf("generic", takes("from-literal", "type"), (input) => ({
    ...(input.value("type") === "" ? {} : { type: input.value("type") }),
    stringData: pairsOf(input.values("from-literal"), "from-literal"),
  })),
  maker(
    "role",
    "roles",
    "--verb=get,list --resource=pods [--resource-name=NAME]",
    takes("verb", "resource", "resource-name"),
    role,
  ),
  maker(
    "clusterrole",
    "clusterroles",
    "--verb=get,list --resource=pods | --non-resource-url=/healthz",
    takes("verb", "resource", "resource-name", "non-resource-url"),
    role,
  ),
  maker(
    "rolebinding",
    "rolebindings",
    "--role=NAME | --clusterrole=NAME [--user=U] [--group=G] [--serviceaccount=NS:NAME]",
    takes("role", "clusterrole", "user", "group", "serviceaccount"),
    binding,
  ),
  maker(
    "clusterrolebinding",
    "clusterrolebindings",
    "--clusterrole=NAME [--user=U] [--group=G] [--serviceaccount=NS:NAME]",
    takes("clusterrole", "user", "group", "serviceaccount"),
    binding,
  ),
  maker("quota", "resourcequotas", "--hard=pods=10,cpu=2", takes("hard"), (input) => ({
    spec: { hard: pairsOf(input.values("hard", true), "hard") },
  })),
  maker(
    "priorityclass",
    "priorityclasses",
    "--value=N [--global-default] [--description=TEXT] [--preemption-policy=Never]",
    [...takes("value", "description", "preemption-policy"), { name: "global-default" }],
    (input) => ({
      value: numberOf(input, "value") ?? 0,
      ...(input.has("global-default") ? { globalDefault: true } : {}),
      ...(input.value("description") === "" ? {} : { description: input.value("description") }),
      ...(input.value("preemption-policy") === "" ? {} : { preemptionPolicy: input.value("preemption-policy") }),
    }),
  ),
  maker(
    "poddisruptionbudget",
    "poddisruptionbudgets",
    "--selector=app=web --min-available=1 | --max-unavailable=1",
    takes("selector", "min-available", "max-unavailable"),
    (input) => {
      const field = input.has("min-available") ? "minAvailable" : "maxUnavailable";
      const amount = input.value("min-available") || needed(input, "max-unavailable");
      return {
        spec: {
          [field]: /^\d+$/.test(amount) ? Number(amount) : amount,
          selector: { matchLabels: pairsOf(needed(input, "selector").split(","), "selector") },
        },
      };
    },
  ),
  service("clusterip", "ClusterIP"),
  service("nodeport", "NodePort"),
  service("loadbalancer", "LoadBalancer"),
];

export const CREATING = [...MAKERS, createJob, createToken];
