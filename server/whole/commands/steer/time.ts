import { CommandError } from "../commandError.ts";
import type { Ask, Steering } from "./steerCommand.ts";

const EXAMPLES = `
Examples:
  orrery time                  show the time of the sandbox
  orrery time stop             controllers, nodes and timers wait
  orrery time step             go to the next due timer
  orrery time go
  orrery time speed 60         60 seconds per second
  orrery time forward 10m      skip 10 minutes quickly, then continue as before

Tokens and certificates keep real time.
`;

/** `orrery time`: stops, steps and speeds up a sandbox's time. */
export const timeCommand: Steering = {
  name: "time",
  about: "Show the clock of a sandbox; stop, step and speed it up.",
  words: "stop, go, step, speed NUMBER or forward TIME; nothing shows the time",
  examples: EXAMPLES,
  async run([verb, value], ask) {
    switch (verb) {
      case undefined:
        return timeLine(await ask("GET", "time"));
      case "stop":
      case "go":
        return timeLine(await ask("PUT", "time", { running: verb === "go" }));
      case "speed":
        return timeLine(await ask("PUT", "time", { speed: Number(value), running: true }));
      case "step": {
        const { passedMilliseconds = 0 } = (await ask("POST", "time/step")) as { passedMilliseconds?: number };
        return `${Math.round(passedMilliseconds) / 1000} s passed. ${timeLine(await ask("GET", "time"))}`;
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

function timeLine({ time, running, speed }: Readonly<Record<string, unknown>>): string {
  const pace = running !== true ? ", stopped" : speed === 1 ? "" : `, ${speed} times as fast as real time`;
  return `${time}${pace}\n`;
}
