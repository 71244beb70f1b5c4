import { cloneInSteps } from "../../../../shared/json/jsonValues.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionPass } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { SameObjects } from "../../../model/schema/semanticEquality.ts";

/**
 * Decides which webhooks or policies are called again in the second pass of a request: those that request it and were
 * called before something changed. A plugin keeps this object's memory from the first pass to the second.
 */
export class Reinvocation {
  readonly #pass: AdmissionPass;
  readonly #memory: Memory;

  private constructor(pass: AdmissionPass, memory: Memory) {
    this.#pass = pass;
    this.#memory = memory;
  }

  /** Starts a pass. @param name of the plugin */
  static async begin(
    name: string,
    pass: AdmissionPass,
    object: ApiObject | undefined,
    isSame: SameObjects,
  ): Promise<Reinvocation> {
    const memory = memoryOf(name, pass);
    const { output } = memory;
    if (pass.again && memory.called.size > 0) {
      // Other plugins may have changed the object since the first pass.
      const isKept = output && object ? await inTurns(isSame(output, object)) : output === object;
      if (!isKept) promote(memory);
    }
    return new Reinvocation(pass, memory);
  }

  /** The number of this pass: 0 or 1. */
  get round(): number {
    return this.#pass.again ? 1 : 0;
  }

  /** Whether a webhook or policy is skipped in this pass. */
  skips(id: string): boolean {
    return this.#pass.again && !this.#memory.again.has(id);
  }

  /** Records a change: those called before that request reinvocation will be called again. */
  changed(): void {
    promote(this.#memory);
    this.#pass.runAgain();
  }

  /** Records the call of a webhook or policy that requests reinvocation after a change. */
  called(id: string): void {
    this.#memory.called.add(id);
  }

  /** Ends the pass. @param object the plugin's result */
  async end(object: ApiObject | undefined): Promise<void> {
    if (this.#pass.again || this.#memory.called.size === 0) return;
    this.#memory.output = (await inTurns(cloneInSteps(object))) as ApiObject | undefined;
  }
}

interface Memory {
  readonly called: Set<string>;
  /** Those of `called` that were called before a change. */
  readonly again: Set<string>;
  /** The plugin's result. */
  output: ApiObject | undefined;
}

function memoryOf(name: string, pass: AdmissionPass): Memory {
  let memory = pass.memory.get(name) as Memory | undefined;
  if (memory === undefined) {
    memory = { called: new Set(), again: new Set(), output: undefined };
    pass.memory.set(name, memory);
  }
  return memory;
}

function promote({ called, again }: Memory): void {
  for (const id of called) again.add(id);
  called.clear();
}
