import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type ManualTimers, manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { type MemoryClient, memoryClient } from "../../testing/memoryClient.ts";
import type { ControllerParts } from "../controller.ts";

/** The parts of a controller under test, whose clock its timers move. */
export interface TestParts extends ControllerParts {
  readonly client: MemoryClient;
  readonly timers: ManualTimers;
  /** What the controller reported. */
  readonly errors: readonly unknown[];
}

/** @param start milliseconds since the epoch at which the clock begins */
export function testParts(start: number): TestParts {
  const errors: unknown[] = [];
  const timers = manualTimers();
  return {
    client: memoryClient(),
    vocabulary: createVocabulary(),
    timers,
    errors,
    now: () => start + timers.now,
    onError: (error) => errors.push(error),
  };
}
