import type { Schedule } from "../api/frame.ts";

/** Animation frames that the test runs manually. */
export function manualFrames(): { schedule: Schedule; run(): void; count(): number } {
  const waiting = new Set<() => void>();
  return {
    schedule: (run) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    run: () => {
      const due = [...waiting];
      waiting.clear();
      for (const each of due) each();
    },
    count: () => waiting.size,
  };
}
