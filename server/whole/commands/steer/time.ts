import { CommandError } from "../commandError.ts";
import type { Ask, Steering } from "./steerCommand.ts";

const EXAMPLES = `
Examples:
  orrery time                  what time it is in the sandbox
  orrery time stop             controllers, nodes and timers stand still
  orrery time step             on to what is due next
  orrery time go
  orrery time speed 60         a minute of the sandbox in each second
  orrery time forward 10m      fast, then on as before

Tokens and certificates follow the world's time.
`;

/** `orrery time`: stops, steps and speeds up a sandbox's time. */
export const timeCommand: Steering = {
  name: "time",
  about: "Show the clock of a sandbox; stop, step and speed it up.",
  words: "stop, go, step, speed NUMBER, forward TIME; without words, shows the time",
  examples: EXAMPLES,
  async run([verb, value], ask) {
    switch (verb) {
      case undefined:
        return told(await ask("GET", "time"));
      case "stop":
      case "go":
        return told(await ask("PUT", "time", { running: verb === "go" }));
      case "speed":
        return told(await ask("PUT", "time", { speed: Number(value), running: true }));
      case "step": {
        const { passedMilliseconds = 0 } = (await ask("POST", "time/step")) as { passedMilliseconds?: number };
        return `${Math.round(passedMilliseconds) / 1000} s passed. ${told(await ask("GET", "time"))}`;
      }
      case "forward":
        return forward(ask, value ?? "");
      default:
        throw new CommandError(`there is no ${JSON.stringify(verb)}; try orrery time --help`);
    }
  },
};

async function forward(ask: Ask, by: string): Promise<string> {
  const { time } = await ask("POST", "time/forward", { by });
  return `It was ${time}. Time goes forward by ${by}.\n`;
}

function told({ time, running, speed }: Readonly<Record<string, unknown>>): string {
  const pace = running !== true ? ", stopped" : speed === 1 ? "" : `, ${speed} times as fast as the world's`;
  return `${time}${pace}\n`;
}
