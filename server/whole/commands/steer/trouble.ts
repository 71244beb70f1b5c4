import { TROUBLES } from "../../../acting/trouble/trouble.ts";
import { CommandError } from "../commandError.ts";
import { type Steering, table } from "./steerCommand.ts";

const EXAMPLES = `
Examples:
  orrery trouble                                     list the active faults
  orrery trouble node-down node-2 --for 2m
  orrery trouble node-cut-off node-2
  orrery trouble container-killed default/web-1
  orrery trouble container-out-of-memory default/web-1/main
  orrery trouble probe-failing default/web-1
  orrery trouble image-missing nginx:1.27
  orrery trouble api-slow 500ms
  orrery trouble end node-cut-off-1

Kinds: ${Object.keys(TROUBLES).join(", ")}
`;

interface Trouble {
  readonly id: string;
  readonly kind: string;
  readonly target: string;
  readonly until?: string;
}

/** `orrery trouble`: injects a fault into a sandbox, and removes it. */
export const troubleCommand: Steering = {
  name: "trouble",
  about: "Break nodes, pods and images of a sandbox on purpose.",
  words: "KIND TARGET or end ID; nothing lists the active faults",
  examples: EXAMPLES,
  options: (command) =>
    command.option("--for <time>", "how long it lasts, in sandbox time: 90s, 2m (default: until you end it)"),
  async run([verb, target = ""], ask, { for: duration }) {
    if (verb === undefined) return list(await ask("GET", "troubles"));
    if (verb === "end") return list(await ask("DELETE", `troubles/${encodeURIComponent(target)}`));
    if (!Object.hasOwn(TROUBLES, verb))
      throw new CommandError(`there is no fault ${JSON.stringify(verb)}; try orrery trouble --help`);
    const trouble = (await ask("POST", "troubles", { kind: verb, target, for: duration })) as unknown as Trouble;
    return `${trouble.id}${trouble.until === undefined ? "" : `, until ${trouble.until}`}\n`;
  },
};

function list({ items }: Readonly<Record<string, unknown>>): string {
  const troubles = items as Trouble[];
  if (troubles.length === 0) return "No active faults.\n";
  return table(
    ["ID", "KIND", "TARGET", "UNTIL"],
    troubles.map(({ id, kind, target, until = "ended" }) => [id, kind, target, until]),
  );
}
