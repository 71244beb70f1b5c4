import { expect, it } from "vitest";
import { NEVER, sharedAbort } from "./signals.ts";

it("lets any number of waits follow a shared signal, without a warning of Node's", async () => {
  const controller = sharedAbort();
  const warnings: string[] = [];
  const note = ({ name }: Error): unknown => warnings.push(name);
  process.on("warning", note);
  let ended = 0;
  for (const signal of [controller.signal, NEVER]) {
    for (let i = 0; i < 50; i++) signal.addEventListener("abort", () => ended++, { once: true });
  }
  controller.abort();
  // Node emits a warning after the current work.
  await new Promise(setImmediate);
  process.off("warning", note);
  expect(ended).toBe(50);
  expect(warnings).toEqual([]);
});
