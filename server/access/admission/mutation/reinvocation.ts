import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import { cloneInSteps } from "../../../../shared/json/jsonValues.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionPass } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";

/**
 * Which webhooks or policies are asked again in the second run of a request: those that want to be and that ran before
 * something changed. A plugin keeps this from its first run to its second.
 */
export class Reinvocation {
  readonly #pass: AdmissionPass;
  readonly #memory: Memory;

  private constructor(pass: AdmissionPass, memory: Memory) {
    this.#pass = pass;
    this.#memory = memory;
  }

  /** A run begins. @param name of the plugin */
  static async begin(name: string, pass: AdmissionPass, object: ApiObject | undefined): Promise<Reinvocation> {
    const memory = memoryOf(name, pass);
    // Plugins that ran in between may have changed the object too.
    if (pass.again && memory.asked.size > 0 && !(await inTurns(equalInSteps(memory.output, object)))) promote(memory);
    return new Reinvocation(pass, memory);
  }

  /** Which run this is: 0 or 1. */
  get round(): number {
    return this.#pass.again ? 1 : 0;
  }

  /** Whether a webhook or policy is left out of this run. */
  skips(id: string): boolean {
    return this.#pass.again && !this.#memory.again.has(id);
  }

  /** Something changed: those that were asked before and want to be asked again will be. */
  changed(): void {
    promote(this.#memory);
    this.#pass.runAgain();
  }

  /** A webhook or policy was asked that wants to be asked again should something change. */
  asked(id: string): void {
    this.#memory.asked.add(id);
  }

  /** The run is over. @param object as the plugin leaves it */
  async end(object: ApiObject | undefined): Promise<void> {
    if (this.#pass.again || this.#memory.asked.size === 0) return;
    this.#memory.output = (await inTurns(cloneInSteps(object))) as ApiObject | undefined;
  }
}

interface Memory {
  readonly asked: Set<string>;
  /** Those of them after which something did change. */
  readonly again: Set<string>;
  /** The object as the plugin left it. */
  output: ApiObject | undefined;
}

function memoryOf(name: string, pass: AdmissionPass): Memory {
  let memory = pass.memory.get(name) as Memory | undefined;
  if (memory === undefined) {
    memory = { asked: new Set(), again: new Set(), output: undefined };
    pass.memory.set(name, memory);
  }
  return memory;
}

function promote({ asked, again }: Memory): void {
  for (const id of asked) again.add(id);
  asked.clear();
}
