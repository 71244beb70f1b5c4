import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { Command, Session } from "../model/command.ts";
import { type Flag, type Input, numberOf, UsageError } from "../model/flags.ts";
import { needKind, wordOf } from "../model/targets.ts";

type Fields = Readonly<Record<string, unknown>>;
const takes = (...names: string[]): Flag[] => names.map((name) => ({ name, takes: true }));

/** The name that a command requires. @throws UsageError */
export function nameIn({ args }: Input, at = 0): string {
  const name = args[at];
  if (name === undefined) throw new UsageError("error: exactly one NAME is required, got 0");
  return name;
}

/** The value of a required flag. @throws UsageError */
export function needed(input: Input, flag: string): string {
  const value = input.value(flag);
  if (value === "") throw new UsageError(`error: required flag(s) "${flag}" not set`);
  return value;
}

/** `a=b,c=d` or repeated flags. @throws UsageError */
export function pairsOf(values: readonly string[], flag: string): Record<string, string> {
  return Object.fromEntries(
    values.map((each) => {
      const [, key, value] = /^([^=]+)=([\s\S]*)$/.exec(each) ?? [];
      if (key === undefined || value === undefined)
        throw new UsageError(`error: --${flag} must be KEY=VALUE, not "${each}"`);
      return [key, value];
    }),
  );
}

/** Sends a new object and says so. @throws ApiError, UsageError when the server has no such kind */
export async function create(
  resource: string,
  object: Fields & { metadata: { name: string } },
  session: Session,
): Promise<ApiObject> {
  const type = needKind(resource, session.types);
  const namespace = type.namespaced ? session.namespace : "";
  const created = await session.ask({
    method: "POST",
    path: withQuery(resourcePath({ ...type, namespace }), { fieldManager: session.fieldManager }),
    body: {
      apiVersion: type.group === "" ? type.version : `${type.group}/${type.version}`,
      kind: type.kind,
      ...object,
    },
  });
  session.print(`${wordOf(type)}/${created.metadata.name} created`);
  return created;
}

/** A command that creates one object of one kind from its flags. */
const maker = (
  name: string,
  resource: string,
  usage: string,
  flags: readonly Flag[],
  fieldsOf: (input: Input, session: Session) => Fields,
): Command => ({
  name: `create ${name}`,
  usage: `NAME ${usage}`.trim(),
  summary: `Makes a ${name}`,
  flags,
  async run(input, session) {
    await create(resource, { metadata: { name: nameIn(input) }, ...fieldsOf(input, session) }, session);
  },
});

/** The container from `--image` and the words after `--`. */
export const containerOf = (name: string, input: Input): Fields => ({
  name,
  image: needed(input, "image"),
  ...(input.rest === undefined ? {} : { command: input.rest }),
});

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

const job: Command = {
  name: "create job",
  usage: "NAME --image=IMAGE [-- COMMAND …] | NAME --from=cronjob/NAME",
  summary: "Makes a job, of its own or out of a CronJob",
  flags: takes("image", "from"),
  async run(input, session) {
    const name = nameIn(input);
    const from = input.value("from");
    if (from === "") {
      const template = { spec: { containers: [containerOf(name, input)], restartPolicy: "Never" } };
      await create("jobs.batch", { metadata: { name }, spec: { template } }, session);
      return;
    }
    const [kind = "", source = ""] = from.split("/");
    const type = needKind(kind, session.types);
    if (type.resource !== "cronjobs")
      throw new UsageError(`error: unknown object type ${type.kind}: --from takes cronjob/NAME`);
    const {
      apiVersion,
      kind: ownerKind,
      metadata,
      ...rest
    } = await session.ask({ path: resourcePath({ ...type, namespace: session.namespace, name: source }) });
    const { jobTemplate } = rest["spec"] as { jobTemplate: { metadata?: ApiObject["metadata"]; spec: Fields } };
    const annotations = {
      ...jobTemplate.metadata?.annotations,
      [session.vocabulary.render("cronjob.{labelDomain}/instantiate")]: "manual",
    };
    const owner = { apiVersion, kind: ownerKind, name: metadata.name, uid: metadata.uid, controller: true };
    const labels = jobTemplate.metadata?.labels;
    await create(
      "jobs.batch",
      {
        metadata: { name, annotations, ...(labels === undefined ? {} : { labels }), ownerReferences: [owner] } as {
          name: string;
        },
        spec: jobTemplate.spec,
      },
      session,
    );
  },
};

const token: Command = {
  name: "create token",
  usage: "SERVICEACCOUNT [--duration=1h] [--audience=NAME]",
  summary: "Prints a token of a service account",
  flags: takes("duration", "audience"),
  async run(input, session) {
    const path = resourcePath({
      group: "",
      version: "v1",
      resource: "serviceaccounts",
      namespace: session.namespace,
      name: nameIn(input),
      subresource: "token",
    });
    const [, count, unit] = /^(\d+)([smh])$/.exec(input.value("duration")) ?? [];
    if (input.has("duration") && count === undefined)
      throw new UsageError(`error: invalid duration "${input.value("duration")}"`);
    const seconds = count === undefined ? undefined : Number(count) * ({ s: 1, m: 60, h: 3600 }[unit ?? "s"] ?? 1);
    const audiences = input.values("audience", true);
    const spec = {
      ...(audiences.length === 0 ? {} : { audiences }),
      ...(seconds === undefined ? {} : { expirationSeconds: seconds }),
    };
    const group = session.vocabulary.render("authentication.{domain}");
    const answer = await session.ask<{ status?: { token?: string } }>({
      method: "POST",
      path,
      body: { apiVersion: `${group}/v1`, kind: "TokenRequest", spec },
    });
    session.print(answer.status?.token ?? "");
  },
};

export const CREATING = [...MAKERS, job, token];
