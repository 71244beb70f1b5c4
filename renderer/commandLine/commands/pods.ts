import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { Command, Session } from "../model/command.ts";
import { type Input, numberOf, UsageError } from "../model/flags.ts";
import { kindNamed, needKind, readList } from "../model/targets.ts";

interface PodSpec {
  readonly containers?: readonly { readonly name: string }[];
  readonly initContainers?: readonly { readonly name: string }[];
}

interface Selecting {
  readonly selector?: Readonly<Record<string, unknown>> & { readonly matchLabels?: Readonly<Record<string, string>> };
}

const podSpec = (pod: ApiObject): PodSpec => (pod["spec"] ?? {}) as PodSpec;
const PODS = { group: "", version: "v1", resource: "pods" };

/** The pods of an argument: a pod by name, or all pods of a workload or a service. @throws UsageError, ApiError */
async function podsOf(word: string, session: Session): Promise<ApiObject[]> {
  const { namespace } = session;
  const [kind = "", name] = word.split("/");
  if (name === undefined || kindNamed(kind, session.types)?.resource === "pods") {
    return [await session.ask({ path: resourcePath({ ...PODS, namespace, name: name ?? kind }) })];
  }
  const type = needKind(kind, session.types);
  const object = await session.ask({ path: resourcePath({ ...type, namespace, name }) });
  const { selector = {} } = (object["spec"] ?? {}) as Selecting;
  const labels = selector.matchLabels ?? (type.group === "" ? selector : {});
  const labelSelector = Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(",");
  if (labelSelector === "") throw new UsageError(`error: no selector in ${word} by which to find its pods`);
  const pods = await readList({ path: resourcePath({ ...PODS, namespace }), query: { labelSelector } }, session);
  if (pods.length === 0) throw new UsageError(`error: no pods of ${word} found in ${namespace} namespace`);
  return pods.sort((a, b) => rank(a) - rank(b));
}

/** Sorts running pods first. */
const rank = (pod: ApiObject): number =>
  (pod["status"] as { phase?: string } | undefined)?.phase === "Running" ? 0 : 1;

async function onePod(word: string | undefined, session: Session): Promise<ApiObject> {
  if (word === undefined) throw new UsageError("error: expected a pod: POD or KIND/NAME");
  const pods = await podsOf(word, session);
  const [pod] = pods;
  if (pod === undefined) throw new UsageError(`error: no pods of ${word}`);
  if (pods.length > 1) session.print(`Found ${pods.length} pods, using pod/${pod.metadata.name}`);
  return pod;
}

/** Parses `90s`, `5m`, `2h`; returns seconds. */
function containerOf(pod: ApiObject, named: string, session: Session): string {
  const { containers = [], initContainers = [] } = podSpec(pod);
  const all = [...containers, ...initContainers];
  if (named !== "") {
    if (all.some(({ name }) => name === named)) return named;
    throw new UsageError(`error: container ${named} is not valid for pod ${pod.metadata.name}`);
  }
  const usual = pod.metadata.annotations?.[session.vocabulary.render("kubectl.{labelDomain}/default-container")];
  const first = containers.find(({ name }) => name === usual) ?? containers[0];
  if (containers.length > 1 && usual === undefined) {
    const names = all.map(({ name }) => name).join(", ");
    session.print(`Defaulted container "${first?.name}" out of: ${names}`);
  }
  return first?.name ?? "";
}

/** Default number of lines per pod for a command that shows several pods. */
function secondsOf(text: string): number | undefined {
  if (text === "") return undefined;
  const parts = [...text.matchAll(/(\d+)([smh])/g)];
  if (parts.map(([part]) => part).join("") !== text) throw new UsageError(`error: invalid duration "${text}"`);
  const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0), 0);
}

/** Default number of lines per pod when a command shows several pods. */
const FEW_LINES = 10;

const logs: Command = {
  name: "logs",
  usage: "POD | KIND/NAME [-c CONTAINER] [-f] [-p] [--tail N] [--since 5m] [--all-containers] [-l SELECTOR]",
  summary: "Prints what containers printed",
  flags: [
    { name: "container", short: "c", takes: true },
    { name: "follow", short: "f" },
    { name: "previous", short: "p" },
    { name: "tail", takes: true },
    { name: "since", takes: true },
    { name: "timestamps" },
    { name: "all-containers" },
    { name: "prefix" },
    { name: "selector", short: "l", takes: true },
  ],
  async run(input, session) {
    const labelSelector = input.value("selector");
    const path = resourcePath({ ...PODS, namespace: session.namespace });
    const pods =
      labelSelector === ""
        ? [await onePod(input.args[0], session)]
        : await readList({ path, query: { labelSelector } }, session);
    if (pods.length === 0) return session.print(`No resources found in ${session.namespace} namespace.`);
    const places = pods.flatMap((pod) => {
      const { containers = [], initContainers = [] } = podSpec(pod);
      const all = [...initContainers, ...containers].map(({ name }) => name);
      const chosen = input.has("all-containers")
        ? all
        : [containerOf(pod, input.value("container") || (input.args[1] ?? ""), session)];
      return chosen.map((container) => ({ pod: pod.metadata.name ?? "", container }));
    });
    if (input.has("follow")) {
      const [only, ...others] = places;
      if (only === undefined || others.length > 0)
        throw new UsageError("error: -f follows one container; the Logs page of a workload follows all of them");
      return session.follow(logPath(only, input, session, true));
    }
    for (const place of places) {
      const text = (await session.fetchText(logPath(place, input, session, false))).replace(/\n$/, "");
      if (text === "") continue;
      const prefix = input.has("prefix") ? `[pod/${place.pod}/${place.container}] ` : "";
      session.print(
        prefix === ""
          ? text
          : text
              .split("\n")
              .map((line) => prefix + line)
              .join("\n"),
      );
    }
  },
};

function logPath(place: { pod: string; container: string }, input: Input, session: Session, follow: boolean): string {
  const path = resourcePath({ ...PODS, namespace: session.namespace, name: place.pod, subresource: "log" });
  const tail = numberOf(input, "tail") ?? (input.has("selector") ? FEW_LINES : undefined);
  return withQuery(path, {
    container: place.container,
    follow: follow || undefined,
    previous: input.has("previous") || undefined,
    timestamps: input.has("timestamps") || undefined,
    tailLines: tail === undefined || tail < 0 ? undefined : tail,
    sinceSeconds: secondsOf(input.value("since")),
  });
}

const exec: Command = {
  name: "exec",
  usage: "POD | KIND/NAME [-c CONTAINER] [-it] -- COMMAND …",
  summary: "Runs a command in a container; with -it in a terminal on the pod's page",
  flags: [
    { name: "container", short: "c", takes: true },
    { name: "stdin", short: "i" },
    { name: "tty", short: "t" },
  ],
  async run(input, session) {
    const pod = await onePod(input.args[0], session);
    const { namespace = "", name = "" } = pod.metadata;
    if (input.has("tty")) {
      return session.open({ kind: "object", type: needKind("pods", session.types), namespace, name, tab: "terminal" });
    }
    const command = input.rest ?? input.args.slice(1);
    if (command.length === 0) throw new UsageError("error: you must specify at least one command for the container");
    const container = containerOf(pod, input.value("container"), session);
    const code = await session.exec({ namespace, pod: name, container, command });
    if (code !== 0) throw new UsageError(`command terminated with exit code ${code}`);
  },
};

const tabCommand = (name: "attach" | "port-forward", tab: "terminal" | "forwards", summary: string): Command => ({
  name,
  usage: "POD | KIND/NAME",
  summary,
  flags: [
    { name: "container", short: "c", takes: true },
    { name: "stdin", short: "i" },
    { name: "tty", short: "t" },
  ],
  async run(input, session) {
    const { metadata } = await onePod(input.args[0], session);
    const { namespace = "", name: pod = "" } = metadata;
    session.open({ kind: "object", type: needKind("pods", session.types), namespace, name: pod, tab });
  },
});

export const POD_COMMANDS = [
  logs,
  exec,
  tabCommand("attach", "terminal", "Opens the terminal of a pod's page"),
  tabCommand("port-forward", "forwards", "Opens the page on which ports of a pod are forwarded"),
];
