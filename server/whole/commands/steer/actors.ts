import { CommandError } from "../commandError.ts";
import { type Steering, table } from "./steerCommand.ts";

const EXAMPLES = `
Examples:
  orrery actors                                list them, with the length of their queues
  orrery actors stop deployment-controller
  orrery actors step deployment-controller     process one item of its queue
  orrery actors go deployment-controller
  orrery actors stop all
`;

interface Actor {
  readonly name: string;
  readonly kind: string;
  readonly running: boolean;
  readonly waiting: number;
  readonly working: number;
}

/**
 * `orrery actors`: lists the actors of a sandbox (controllers, scheduler, nodes), stops one or all, and lets one
 * execute a single step.
 */
export const actorsCommand: Steering = {
  name: "actors",
  about: "List the controllers of a sandbox; stop and step them.",
  words: "stop NAME, go NAME or step NAME; all stops or resumes every one; nothing lists them",
  examples: EXAMPLES,
  async run([verb, name], ask) {
    if (verb === undefined) return list(await ask("GET", "actors"));
    if (name === undefined) throw new CommandError(`${verb} which one? orrery actors lists them`);
    if (verb === "step") {
      const { stepped } = await ask("POST", `actors/${encodeURIComponent(name)}/step`);
      return stepped === true ? `${name} processed one item.\n` : `${name} has nothing to do, or is not stopped.\n`;
    }
    if (verb !== "stop" && verb !== "go")
      throw new CommandError(`there is no ${JSON.stringify(verb)}; try orrery actors --help`);
    const path = name === "all" ? "actors" : `actors/${encodeURIComponent(name)}`;
    return list(await ask("PUT", path, { running: verb === "go" }));
  },
};

function list({ items }: Readonly<Record<string, unknown>>): string {
  const rows = (items as Actor[]).map(({ name, kind, running, waiting, working }) => {
    return [name, kind, running ? "running" : "stopped", String(waiting), String(working)];
  });
  return table(["NAME", "KIND", "STATE", "WAITING", "WORKING"], rows);
}
