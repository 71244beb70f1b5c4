import type { Command, Session } from "../model/command.ts";
import { type Flag, type Input, numberOf, UsageError } from "../model/flags.ts";
import { needKind } from "../model/targets.ts";
import { createJob } from "./createJob.ts";
import { createToken } from "./createToken.ts";
import { containerOf, createCommand, type Fields, nameIn, pairsOf, requiredValue, valueFlags } from "./creating.ts";

const baseName = (image: string): string => (image.split("/").at(-1) ?? "").replace(/[:@].*$/, "");

const role = (input: Input, session: Session): Fields => {
  const urls = input.values("non-resource-url", true);
  const verbs = requiredValue(input, "verb").split(",");
  if (urls.length > 0) return { rules: [{ verbs, nonResourceURLs: urls }] };
  const byGroup = new Map<string, string[]>();
  for (const word of requiredValue(input, "resource").split(",")) {
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
  return {
    roleRef: { apiGroup, kind, name: roleName === "" ? requiredValue(input, "clusterrole") : roleName },
    subjects,
  };
};

const podTemplate = (input: Input, labels: Fields): Fields => ({
  metadata: { labels },
  spec: {
    containers: [
      {
        ...containerOf(baseName(requiredValue(input, "image")), input),
        ...(input.value("port") === "" ? {} : { ports: [{ containerPort: numberOf(input, "port") }] }),
      },
    ],
  },
});

const secretOf = (type: string, flags: readonly Flag[], data: (input: Input) => Fields): Command =>
  createCommand(`secret ${type}`, "secrets", flags.map(({ name }) => `--${name}=…`).join(" "), flags, data);

const servicePorts = (input: Input): Fields[] =>
  input.values("tcp", true).map((word) => {
    const [port = "", target = port] = word.split(":");
    return { name: word.replace(":", "-"), port: Number(port), targetPort: Number(target), protocol: "TCP" };
  });

const service = (name: string, type: string): Command =>
  createCommand(`service ${name}`, "services", "--tcp=PORT:TARGET", valueFlags("tcp"), (input) => ({
    metadata: { name: nameIn(input), labels: { app: nameIn(input) } },
    spec: { type, selector: { app: nameIn(input) }, ports: servicePorts(input) },
  }));

const MAKERS: readonly Command[] = [
  createCommand("namespace", "namespaces", "", [], () => ({})),
  createCommand("serviceaccount", "serviceaccounts", "", [], () => ({})),
  createCommand(
    "deployment",
    "deployments.apps",
    "--image=IMAGE [--replicas=N] [--port=PORT] [-- COMMAND …]",
    valueFlags("image", "replicas", "port"),
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
  createCommand(
    "cronjob",
    "cronjobs.batch",
    "--image=IMAGE --schedule='*/5 * * * *' [-- COMMAND …]",
    valueFlags("image", "schedule", "restart"),
    (input) => ({
      spec: {
        schedule: requiredValue(input, "schedule"),
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
  createCommand("configmap", "configmaps", "--from-literal=KEY=VALUE", valueFlags("from-literal"), (input) => ({
    data: pairsOf(input.values("from-literal"), "from-literal"),
  })),
  secretOf("generic", valueFlags("from-literal", "type"), (input) => ({
    ...(input.value("type") === "" ? {} : { type: input.value("type") }),
    stringData: pairsOf(input.values("from-literal"), "from-literal"),
  })),
  createCommand(
    "role",
    "roles",
    "--verb=get,list --resource=pods [--resource-name=NAME]",
    valueFlags("verb", "resource", "resource-name"),
    role,
  ),
  createCommand(
    "clusterrole",
    "clusterroles",
    "--verb=get,list --resource=pods | --non-resource-url=/healthz",
    valueFlags("verb", "resource", "resource-name", "non-resource-url"),
    role,
  ),
  createCommand(
    "rolebinding",
    "rolebindings",
    "--role=NAME | --clusterrole=NAME [--user=U] [--group=G] [--serviceaccount=NS:NAME]",
    valueFlags("role", "clusterrole", "user", "group", "serviceaccount"),
    binding,
  ),
  createCommand(
    "clusterrolebinding",
    "clusterrolebindings",
    "--clusterrole=NAME [--user=U] [--group=G] [--serviceaccount=NS:NAME]",
    valueFlags("clusterrole", "user", "group", "serviceaccount"),
    binding,
  ),
  createCommand("quota", "resourcequotas", "--hard=pods=10,cpu=2", valueFlags("hard"), (input) => ({
    spec: { hard: pairsOf(input.values("hard", true), "hard") },
  })),
  createCommand(
    "priorityclass",
    "priorityclasses",
    "--value=N [--global-default] [--description=TEXT] [--preemption-policy=Never]",
    [...valueFlags("value", "description", "preemption-policy"), { name: "global-default" }],
    (input) => ({
      value: numberOf(input, "value") ?? 0,
      ...(input.has("global-default") ? { globalDefault: true } : {}),
      ...(input.value("description") === "" ? {} : { description: input.value("description") }),
      ...(input.value("preemption-policy") === "" ? {} : { preemptionPolicy: input.value("preemption-policy") }),
    }),
  ),
  createCommand(
    "poddisruptionbudget",
    "poddisruptionbudgets",
    "--selector=app=web --min-available=1 | --max-unavailable=1",
    valueFlags("selector", "min-available", "max-unavailable"),
    (input) => {
      const field = input.has("min-available") ? "minAvailable" : "maxUnavailable";
      const amount = input.value("min-available") || requiredValue(input, "max-unavailable");
      return {
        spec: {
          [field]: /^\d+$/.test(amount) ? Number(amount) : amount,
          selector: { matchLabels: pairsOf(requiredValue(input, "selector").split(","), "selector") },
        },
      };
    },
  ),
  service("clusterip", "ClusterIP"),
  service("nodeport", "NodePort"),
  service("loadbalancer", "LoadBalancer"),
];

export const CREATE_COMMANDS = [...MAKERS, createJob, createToken];
