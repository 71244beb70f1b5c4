import type { ApiObject } from "../../../shared/object.ts";
import type { Command, Session } from "../model/command.ts";
import { type Input, UsageError } from "../model/flags.ts";
import { type Found, findObjects, nameOf, SELECTION_FLAGS } from "../model/targets.ts";
import { patchObject } from "./change.ts";

interface Variable {
  readonly name: string;
  readonly value?: string;
}

interface Container {
  readonly name: string;
  readonly image?: string;
  readonly env?: readonly Variable[];
  readonly resources?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const FLAGS = [...SELECTION_FLAGS, { name: "all" }, { name: "containers", short: "c", takes: true }];
const STRATEGIC = "application/strategic-merge-patch+json";

/** The containers of an object and their place: a pod in its spec, a workload in its template. */
function containersOf(object: ApiObject): { path: readonly string[]; containers: readonly Container[] } {
  for (const path of [["template", "spec"], ["jobTemplate", "spec", "template", "spec"], []]) {
    const spec = path.reduce<unknown>(
      (value, part) => (value as Record<string, unknown> | undefined)?.[part],
      object["spec"],
    );
    const { containers } = (spec ?? {}) as { containers?: readonly Container[] };
    if (containers !== undefined) return { path, containers };
  }
  throw new UsageError(`error: a ${object.kind ?? "thing"} has no containers`);
}

/** Changes containers of an object. @throws UsageError, ApiError */
async function changeContainers(found: Found, changed: readonly Container[], session: Session): Promise<void> {
  const { path } = containersOf(found.object);
  const spec = path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), { containers: changed });
  await patchObject(found, { spec }, session, STRATEGIC);
}

/** Separates the arguments that name objects from those that describe changes. @throws UsageError */
function splitArgs(
  input: Input,
  isChange: (word: string) => boolean,
  wanted: string,
): [readonly string[], readonly string[]] {
  const first = input.args.findIndex((word, i) => i > 0 && isChange(word));
  if (first < 0) throw new UsageError(`error: at least one ${wanted} is required`);
  return [input.args.slice(0, first), input.args.slice(first)];
}

const image: Command = {
  name: "set image",
  usage: "KIND NAME | KIND/NAME CONTAINER=IMAGE …",
  summary: "Changes the images of a workload's containers",
  flags: FLAGS,
  async run(input, session) {
    const [objects, changes] = splitArgs(input, (word) => word.includes("="), "image update");
    for (const found of await findObjects(input, session, objects)) {
      const { containers } = containersOf(found.object);
      const changed = changes.flatMap((change) => {
        const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(change) ?? [];
        if (value === "") throw new UsageError(`error: "${change}" is not CONTAINER=IMAGE`);
        const chosen = name === "*" ? containers : containers.filter((each) => each.name === name);
        if (chosen.length === 0) throw new UsageError(`error: unable to find container named "${name}"`);
        return chosen.filter((each) => each.image !== value).map((each) => ({ name: each.name, image: value }));
      });
      if (changed.length === 0) continue;
      await changeContainers(found, changed, session);
      session.print(`${nameOf(found)} image updated`);
    }
  },
};

const env: Command = {
  name: "set env",
  usage: "KIND NAME | KIND/NAME NAME=VALUE … NAME- … [-c CONTAINER] [--list]",
  summary: "Sets or removes environment variables of a workload's containers",
  flags: [...FLAGS, { name: "list" }],
  async run(input, session) {
    const isList = input.has("list");
    const [objects, changes] = isList
      ? [input.args, []]
      : splitArgs(input, (word) => word.includes("=") || word.endsWith("-"), "variable");
    const only = input.value("containers");
    for (const found of await findObjects(input, session, objects)) {
      const containers = containersOf(found.object).containers.filter(
        ({ name }) => only === "" || only === "*" || name === only,
      );
      if (containers.length === 0) throw new UsageError(`error: no container named "${only}"`);
      if (isList) {
        for (const { name, env: variables = [] } of containers) {
          session.print(
            [
              `# ${nameOf(found)}, container ${name}`,
              ...variables.map((each) => `${each.name}=${each.value ?? "(from a source)"}`),
            ].join("\n"),
          );
        }
        continue;
      }
      const variables = changes.map((change) => {
        const [, name = "", value] = /^([^=]+)=([\s\S]*)$/.exec(change) ?? [];
        return value === undefined ? { name: change.slice(0, -1), $patch: "delete" } : { name, value, valueFrom: null };
      });
      await changeContainers(
        found,
        containers.map(({ name }) => ({ name, env: variables })),
        session,
      );
      session.print(`${nameOf(found)} env updated`);
    }
  },
};

/** Parses `cpu=1,memory=64Mi`. */
function amounts(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [, name, value] = /^([^=]+)=(.+)$/.exec(part) ?? [];
      if (name === undefined || value === undefined) throw new UsageError(`error: "${part}" is not RESOURCE=AMOUNT`);
      return [name, value];
    }),
  );
}

const resources: Command = {
  name: "set resources",
  usage: "KIND NAME | KIND/NAME [-c CONTAINER] [--requests cpu=100m,memory=64Mi] [--limits …]",
  summary: "Changes what a workload's containers ask for and may use",
  flags: [...FLAGS, { name: "requests", takes: true }, { name: "limits", takes: true }],
  async run(input, session) {
    const set = ["requests", "limits"].filter((name) => input.has(name));
    if (set.length === 0)
      throw new UsageError(
        "error: you must specify an update to requests or limits (in the form of --requests/--limits)",
      );
    const values = Object.fromEntries(set.map((name) => [name, amounts(input.value(name))]));
    const only = input.value("containers");
    for (const found of await findObjects(input, session)) {
      const chosen = containersOf(found.object).containers.filter(
        ({ name }) => only === "" || only === "*" || name === only,
      );
      if (chosen.length === 0) throw new UsageError(`error: no container named "${only}"`);
      await changeContainers(
        found,
        chosen.map(({ name }) => ({ name, resources: values })),
        session,
      );
      session.print(`${nameOf(found)} resource requirements updated`);
    }
  },
};

export const TEMPLATES = [image, env, resources];
