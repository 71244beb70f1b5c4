import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { type Table, tableMediaType } from "../../../shared/table.ts";
import { lineOf, textOf, widthsOf } from "../model/columns.ts";
import type { Command, Session } from "../model/command.ts";
import { describeObject } from "../model/describe.ts";
import { UsageError } from "../model/flags.ts";
import { findObjects, kindNamed, namespaceFor, readList, SELECTION_FLAGS } from "../model/targets.ts";

const SEPARATOR = "\n\n";

const describe: Command = {
  name: "describe",
  usage: "KIND NAME … | KIND/NAME … | KIND [-l SELECTOR]",
  summary: "Shows objects with what happened to them",
  flags: SELECTION_FLAGS,
  async run(input, session) {
    const everything = { ...input, has: (flag: string) => flag === "all" || input.has(flag) };
    const found = await findObjects(everything, session);
    const texts: string[] = [];
    for (const { object } of found) texts.push(describeObject(object, await eventsOf(object, session), session.now()));
    session.print(texts.length === 0 ? `No resources found in ${session.namespace} namespace.` : texts.join(SEPARATOR));
  },
};

/** The Events about an object, the latest last; empty if the user may not read them. */
async function eventsOf({ kind, metadata }: ApiObject, session: Session) {
  const { name = "", namespace, uid = "" } = metadata;
  // Events from the node agent have the node's name as uid.
  const fieldSelector =
    kind === "Node" ? `involvedObject.kind=Node,involvedObject.name=${name}` : `involvedObject.uid=${uid}`;
  const path = resourcePath({ group: "", version: "v1", resource: "events", namespace: namespace ?? "" });
  try {
    const events = await readList({ path, query: { fieldSelector } }, session);
    return events.sort((a, b) => Number(a.metadata.resourceVersion ?? 0) - Number(b.metadata.resourceVersion ?? 0));
  } catch {
    return [];
  }
}

const events: Command = {
  name: "events",
  usage: "[-A] [--for KIND/NAME] [--types Normal,Warning]",
  summary: "Lists what was told of objects, the latest last",
  flags: [
    { name: "all-namespaces", short: "A" },
    { name: "for", takes: true },
    { name: "types", takes: true },
  ],
  async run(input, session) {
    const about = input.value("for");
    const [kindWord = "", name = ""] = about.split("/");
    const kind = about === "" ? undefined : kindNamed(kindWord, session.types)?.kind;
    if (about !== "" && (kind === undefined || name === "")) {
      throw new UsageError(`error: --for must be KIND/NAME of a kind that the server has, not "${about}"`);
    }
    const namespace = input.has("all-namespaces") ? "" : session.namespace;
    const fields = kind === undefined ? "" : `involvedObject.kind=${kind},involvedObject.name=${name}`;
    const path = resourcePath({ group: "", version: "v1", resource: "events", namespace });
    const accept = `${tableMediaType(session.vocabulary.metaGroup)},application/json`;
    const table = await session.ask<Table>({ path: withQuery(path, { fieldSelector: fields }), accept });
    const wanted = input.values("types", true).map((type) => type.toLowerCase());
    const columns = (table.columnDefinitions ?? []).flatMap(({ name, priority }, i) =>
      priority === 0 ? [{ name, i }] : [],
    );
    const typeAt = columns.find((column) => column.name === "Type")?.i ?? -1;
    const rows = (table.rows ?? [])
      .filter(({ cells }) => wanted.length === 0 || wanted.includes(String(cells[typeAt]).toLowerCase()))
      .sort((a, b) => Number(a.object?.metadata.resourceVersion ?? 0) - Number(b.object?.metadata.resourceVersion ?? 0))
      .map(({ cells }) => columns.map(({ i }) => String(cells[i] ?? "")));
    if (rows.length === 0)
      session.print(namespace === "" ? "No events found." : `No events found in ${namespace} namespace.`);
    else session.print(textOf([columns.map((column) => column.name.toUpperCase()), ...rows]));
  },
};

/** Amounts of `metrics.k8s.io` in readable units: thousandths of a core, mebibytes. */
function cores(quantity: string): string {
  const [, number = "0", unit = ""] = /^(\d+)([num]?)$/.exec(quantity) ?? [];
  const divisor = { n: 1e6, u: 1e3, m: 1 }[unit];
  return `${Math.ceil(divisor === undefined ? Number(number) * 1000 : Number(number) / divisor)}m`;
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
};

function mebibytes(quantity: string): string {
  const [, number = "0", unit = ""] = /^(\d+)(Ki|Mi|Gi|[kMG]?)$/.exec(quantity) ?? [];
  return `${Math.round((Number(number) * (UNITS[unit] ?? 1)) / 1024 ** 2)}Mi`;
}

interface Usage {
  readonly cpu: string;
  readonly memory: string;
}

const top: Command = {
  name: "top",
  usage: "nodes | pods [NAME] [-A] [-l SELECTOR]",
  summary: "Shows what nodes or pods use",
  flags: [...SELECTION_FLAGS, { name: "containers" }],
  async run(input, session) {
    const type = kindNamed(input.args[0] ?? "", session.types);
    const resource = type?.resource;
    if (type === undefined || (resource !== "nodes" && resource !== "pods")) {
      throw new UsageError("error: top shows nodes or pods: top nodes, top pods");
    }
    const [, name] = input.args;
    const namespace = namespaceFor(type, input, session);
    const group = session.vocabulary.render("metrics.{domain}");
    const path = resourcePath({ group, version: "v1beta1", resource, namespace });
    const all = await readList({ path, query: { labelSelector: input.value("selector") } }, session);
    const chosen = name === undefined ? all : all.filter(({ metadata }) => metadata.name === name);
    if (chosen.length === 0)
      throw new UsageError(
        `error: metrics not available yet of ${name === undefined ? resource : `${resource}/${name}`}`,
      );
    const isWide = resource === "pods" && input.has("all-namespaces");
    const rows = chosen.flatMap(({ metadata, ...fields }) => {
      const { usage, containers = [] } = fields as {
        usage?: Usage;
        containers?: readonly { name: string; usage: Usage }[];
      };
      const place = isWide ? [metadata.namespace ?? ""] : [];
      if (input.has("containers")) {
        return containers.map((each) => [
          ...place,
          metadata.name ?? "",
          each.name,
          cores(each.usage.cpu),
          mebibytes(each.usage.memory),
        ]);
      }
      return [
        [...place, metadata.name ?? "", ...sumOf(usage === undefined ? containers.map((each) => each.usage) : [usage])],
      ];
    });
    const head = [
      ...(isWide ? ["NAMESPACE"] : []),
      "NAME",
      ...(input.has("containers") ? ["CONTAINER"] : []),
      "CPU(cores)",
      "MEMORY(bytes)",
    ];
    const widths = widthsOf([head, ...rows]);
    session.print([head, ...rows].map((row) => lineOf(row, widths)).join("\n"));
  },
};

const sumOf = (usages: readonly Usage[]): [string, string] => {
  const sum = (numbers: readonly string[]): number => numbers.reduce((all, each) => all + Number.parseInt(each, 10), 0);
  return [`${sum(usages.map(({ cpu }) => cores(cpu)))}m`, `${sum(usages.map(({ memory }) => mebibytes(memory)))}Mi`];
};

export const READ_COMMANDS = [describe, events, top];
