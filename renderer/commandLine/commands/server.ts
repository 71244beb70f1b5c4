import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath } from "../../../shared/resourcePath.ts";
import { textOf } from "../model/columns.ts";
import type { Command, Session } from "../model/command.ts";
import { UsageError } from "../model/flags.ts";
import { findObjects, nameOf, needKind, objectPath } from "../model/targets.ts";
import { untilGone } from "./change.ts";

const apiVersionOf = ({ group, version }: { group: string; version: string }): string =>
  group === "" ? version : `${group}/${version}`;

const resources: Command = {
  name: "api-resources",
  usage: "[--namespaced=true|false] [--api-group GROUP] [-o wide|name]",
  summary: "Lists the kinds that the server has",
  flags: [
    { name: "namespaced", takes: true },
    { name: "api-group", takes: true },
    { name: "output", short: "o", takes: true },
  ],
  async run(input, session) {
    const wanted = session.types.filter(
      ({ preferred, namespaced, group }) =>
        preferred &&
        (!input.has("api-group") || group === input.value("api-group")) &&
        (input.value("namespaced") === "" || String(namespaced) === input.value("namespaced")),
    );
    if (input.value("output") === "name") {
      session.print(wanted.map(({ resource, group }) => (group === "" ? resource : `${resource}.${group}`)).join("\n"));
      return;
    }
    const isWide = input.value("output") === "wide";
    const rows = wanted.map((type) => [
      type.resource,
      type.shortNames.join(","),
      apiVersionOf(type),
      String(type.namespaced),
      type.kind,
      ...(isWide ? [type.verbs.join(","), type.categories.join(",")] : []),
    ]);
    session.print(
      textOf([
        ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND", ...(isWide ? ["VERBS", "CATEGORIES"] : [])],
        ...rows,
      ]),
    );
  },
};

const versions: Command = {
  name: "api-versions",
  usage: "",
  summary: "Lists the API versions that the server has",
  flags: [],
  async run(_, session) {
    session.print([...new Set(session.types.map(apiVersionOf))].sort().join("\n"));
  },
};

const version: Command = {
  name: "version",
  usage: "",
  summary: "Says which version the server is",
  flags: [],
  async run(_, session) {
    const { gitVersion = "" } = await session.ask<{ gitVersion?: string }>({ path: "/version" });
    session.print(`Server Version: ${gitVersion}`);
  },
};

const clusterInfo: Command = {
  name: "cluster-info",
  usage: "",
  summary: "Says which cluster this is, and whether it is well",
  flags: [],
  async run(_, session) {
    const health = await session.fetchText("/readyz").catch((error: Error) => error.message);
    session.print(`Cluster "${session.clusterName}" answers /readyz with: ${health.trim()}`);
  },
};

const namespace: Command = {
  name: "config set-context",
  usage: "--current --namespace=NAMESPACE",
  summary: "Chooses the namespace in which later commands work",
  flags: [{ name: "current" }],
  async run(input, session) {
    if (!input.has("namespace"))
      throw new UsageError("error: which namespace? config set-context --current --namespace=NAME");
    const name = input.value("namespace");
    const type = needKind("namespaces", session.types);
    await session.ask({ path: resourcePath({ ...type, name }) });
    session.setNamespace(name);
    session.print(`Context "${session.clusterName}" modified.`);
  },
};

const context: Command = {
  name: "config current-context",
  usage: "",
  summary: "Says on which cluster commands work",
  flags: [],
  async run(_, session) {
    session.print(session.clusterName);
  },
};

/** The fields that `wait` examines. */
interface Conditioned {
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

const READ_PAUSE = 400;
const DEFAULT_TIMEOUT = 30_000;

const wait: Command = {
  name: "wait",
  usage: "KIND NAME | KIND/NAME … --for=condition=Ready|delete|phase=Running [--timeout=30s]",
  summary: "Waits until objects are as they should be",
  flags: [
    { name: "for", takes: true },
    { name: "timeout", takes: true },
    { name: "selector", short: "l", takes: true },
    { name: "all" },
  ],
  async run(input, session) {
    const goal = input.value("for");
    const [, count, unit] = /^(\d+)([smh])$/.exec(input.value("timeout")) ?? [];
    const timeout =
      count === undefined ? DEFAULT_TIMEOUT : Number(count) * ({ s: 1000, m: 60_000, h: 3_600_000 }[unit ?? "s"] ?? 0);
    const end = session.now() + timeout;
    for (const found of await findObjects(input, session)) {
      if (goal === "delete") {
        await untilGone(found, session);
        session.print(`${nameOf(found)} condition met`);
        continue;
      }
      const isMet = goalOf(goal);
      for (let { object } = found; !isMet(object); object = await session.ask({ path: objectPath(found) })) {
        if (session.signal.aborted) return;
        if (session.now() > end) throw new UsageError(`error: timed out waiting for the condition on ${nameOf(found)}`);
        await session.sleep(READ_PAUSE);
      }
      session.print(`${nameOf(found)} condition met`);
    }
  },
};

/** @throws UsageError */
function goalOf(goal: string): (object: ApiObject) => boolean {
  const [what = "", ...rest] = goal.split("=");
  const [name = "", value = "true"] = rest;
  if (what === "condition" && name !== "") {
    return (object) =>
      (object as Conditioned).status?.conditions?.some(
        (each) => each.type.toLowerCase() === name.toLowerCase() && each.status.toLowerCase() === value.toLowerCase(),
      ) === true;
  }
  if (what === "phase" && name !== "") return (object) => (object as Conditioned).status?.phase === name;
  throw new UsageError(
    `error: unrecognized condition: "${goal}"; one of condition=NAME, condition=NAME=STATUS, phase=NAME, delete`,
  );
}

const place = (name: string, usage: string, summary: string, tab: "yaml" | undefined): Command => ({
  name,
  usage,
  summary,
  flags: [
    { name: "filename", short: "f", takes: true },
    { name: "kustomize", short: "k", takes: true },
    { name: "server-side" },
  ],
  async run(input, session) {
    if (tab === undefined) {
      session.print("A browser reads no files by name. Paste, drop or choose them on the page that opens.");
      return session.open({ kind: "create" });
    }
    const [found] = await findObjects(input, session);
    if (found !== undefined)
      session.open({ kind: "object", type: found.type, namespace: found.namespace, name: found.name, tab });
  },
});

const clear: Command = {
  name: "clear",
  usage: "",
  summary: "Empties the screen",
  flags: [],
  async run(_, session: Session) {
    session.clear();
  },
};

export const SERVER_COMMANDS = [
  resources,
  versions,
  version,
  clusterInfo,
  namespace,
  context,
  wait,
  place("edit", "KIND NAME | KIND/NAME", "Opens an object in the editor", "yaml"),
  place("apply", "", "Opens the page on which manifests are applied", undefined),
  clear,
];
