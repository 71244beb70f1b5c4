import { Actors } from "../../../acting/actors/actors.ts";
import { CauseLedger } from "../../../acting/causes/causeLedger.ts";
import { Causes } from "../../../acting/causes/causes.ts";
import { TroubleError } from "../../../acting/trouble/trouble.ts";
import { Troubles } from "../../../acting/trouble/troubles.ts";
import type { SandboxClock } from "../../../ground/timing/sandboxClock.ts";
import { openSandboxClock, type SandboxTimeParts } from "./sandboxTime.ts";

/** The controls of a sandbox: its time, its actors, and its injected faults. */
export interface Simulation {
  readonly clock: SandboxClock;
  readonly actors: Actors;
  readonly troubles: Troubles;
  /** The recorded causes of actions; only recorded if there are simulated nodes. */
  readonly causes: Causes | undefined;
  /** Milliseconds (real time) by which external requests are delayed. */
  delay(): number;
}

/** Milliseconds by which the fault "slow API" delays requests: the default, and the maximum. */
const SLOW = 2_000;
const SLOWEST = 60_000;

/** @param retention milliseconds for which causes are kept; undefined to record none */
export async function setUpSimulation(parts: SandboxTimeParts, retention: number | undefined): Promise<Simulation> {
  const clock = await openSandboxClock(parts);
  const troubles = new Troubles(clock);
  let delay = 0;
  troubles.register({
    "api-slow": (target) => {
      const wanted = target === "" ? SLOW : Number(/^(\d+)ms$/.exec(target)?.[1] ?? Number.NaN);
      if (!(wanted > 0 && wanted <= SLOWEST))
        throw new TroubleError(`by how much is a time such as 500ms, up to ${SLOWEST}ms`);
      delay = wanted;
      return () => {
        delay = 0;
      };
    },
  });
  const causes = retention === undefined ? undefined : new Causes(new CauseLedger({ now: parts.now, retention }));
  return { clock, actors: new Actors(), troubles, causes, delay: () => delay };
}
