import { runVitest } from "./vitestRun.mjs";

/**
 * Runs the fault test: three servers on three members of etcd while things go wrong.
 *
 * @param {{ seconds?: number, seed?: string }} [options] seed: of the random choices; default: a new one each time
 */
export async function testFaults({ seconds = 60, seed } = {}) {
  const env = { ORRERY_FAULT_SECONDS: String(seconds), ...(seed === undefined ? {} : { ORRERY_SEED: seed }) };
  const timeout = seconds * 1000 + 300_000;
  const result = await runVitest(["--config", "faults/vitest.config.ts"], { env, timeout });
  const [, note] = /^(seed .*)$/m.exec(result.detail ?? "") ?? [];
  return { ...result, note };
}
