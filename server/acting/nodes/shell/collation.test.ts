import { afterAll, beforeAll, expect, it } from "vitest";
import { sortAsInContainers } from "./collation.ts";
import { sh } from "./testing/startRun.ts";

const before = String.prototype.localeCompare;
beforeAll(sortAsInContainers);
afterAll(() => {
  Object.defineProperty(String.prototype, "localeCompare", { value: before, configurable: true, writable: true });
});

it.each([
  ["printf 'b\\nB\\na\\n_x\\nA\\n' | sort", "A\nB\n_x\na\nb\n"],
  ["printf 'b\\nB\\na\\nA\\n' | sort -f", "A\na\nB\nb\n"],
  ["mkdir /d; cd /d; touch b B a; ls; ls -r", "B\na\nb\nb\na\nB\n"],
  ["mkdir /d; cd /d; touch b B a; find . -type f | sort -r", "./b\n./a\n./B\n"],
])("%j sorts by the numbers of characters", async (script, output) => {
  expect((await sh(script)).output).toBe(output);
});
