import type { Command } from "commander";
import { CommandError } from "../commandError.ts";
import type { Steering } from "./steerCommand.ts";

const EXAMPLES = `
Examples:
  orrery causes deployments.apps/web            causes and effects of all changes of a deployment
  orrery causes pods/web-5d8-x2x -n shop        of a pod in another namespace
  orrery causes                                 the latest actions
`;

interface Change {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly revision: string;
}
interface Action {
  readonly actor: string;
  readonly at: string;
  readonly causes: readonly Change[];
  readonly writes: readonly (Change & { readonly verb: string; readonly subresource: string })[];
}

/** `orrery causes`: shows which action caused which. */
export const causesCommand: Steering = {
  name: "causes",
  about: "Show the causes of what happened in a sandbox.",
  words: "an object, RESOURCE[.GROUP]/NAME; nothing shows the latest actions",
  examples: EXAMPLES,
  options: (command: Command) =>
    command
      .option("-n, --namespace <name>", "namespace of the object", "default")
      .option("--cluster", "the object is cluster-scoped", false)
      .option("--revision <version>", "only the change that made this resourceVersion"),
  async run([object, ...more], ask, options) {
    if (more.length > 0) throw new CommandError("one object at a time");
    const query = object === undefined ? await sinceLately(ask) : queryOf(object, options);
    const { items, isCut } = await ask("GET", `causes?${query}`);
    const actions = items as Action[];
    if (actions.length === 0) return "No recorded action belongs to it.\n";
    return actions.map(actionText).join("") + (isCut === true ? "… and more\n" : "");
  },
};

/** Number of latest actions that are shown when no object is named. */
const RECENT = 50;

async function sinceLately(ask: Parameters<Steering["run"]>[1]): Promise<URLSearchParams> {
  const { last } = await ask("GET", "causes?limit=0");
  return new URLSearchParams({ after: String(Math.max(0, Number(last) - RECENT)) });
}

function queryOf(object: string, options: Readonly<Record<string, unknown>>): URLSearchParams {
  const [, resource = "", group = "", name = ""] = /^([^./]+)(?:\.([^/]+))?\/([^/]+)$/.exec(object) ?? [];
  if (name === "") throw new CommandError(`${JSON.stringify(object)} is not of the form RESOURCE[.GROUP]/NAME`);
  const query = new URLSearchParams({ resource, group, name });
  if (options["cluster"] !== true) query.set("namespace", String(options["namespace"]));
  if (options["revision"] !== undefined) query.set("revision", String(options["revision"]));
  return query;
}

function actionText({ at, actor, causes, writes }: Action): string {
  const suffix = causes.length === 0 ? "" : ` because of ${causes.map(shown).join(", ")}`;
  const lines = writes.map(({ verb, subresource, ...change }) => {
    const part = subresource === "" ? "" : ` (${subresource})`;
    return `    ${verb} ${shown(change)}${part}\n`;
  });
  return `${at}  ${actor}${suffix}\n${lines.join("")}`;
}

function shown({ group, resource, namespace, name, revision }: Change): string {
  const place = namespace === "" ? "" : `${namespace}/`;
  const version = revision === "" ? "" : `@${revision}`;
  return `${resource}${group === "" ? "" : `.${group}`} ${place}${name}${version}`;
}
