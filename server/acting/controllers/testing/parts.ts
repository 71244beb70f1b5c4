import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type ManualTimers, manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { type MemoryClient, memoryClient } from "../../testing/memoryClient.ts";
import type { ControllerParts } from "../controller.ts";

/** The parts of a controller under test, whose clock is moved by its timers. */
export interface TestParts extends ControllerParts {
  readonly client: MemoryClient;
  readonly timers: ManualTimers;
  /** The errors that the controller reported. */
  readonly errors: readonly unknown[];
}

/** @param start initial time of the clock, in milliseconds since the epoch */
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
