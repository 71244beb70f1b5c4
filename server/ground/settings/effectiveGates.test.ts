import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeGates, EFFECTIVE_GATES, gateWarnings } from "./effectiveGates.ts";
import { KNOWN_GATES } from "./knownGates.ts";

const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith(join("ground", "settings")))
  .map((file) => readFileSync(join("server", file), "utf8"))
  .join("\n");

it("lists exactly the gates that the code reads", () => {
  const asked = [...sources.matchAll(/\.enabled\("(\w+)"\)/g)].map(([, name]) => name as string);
  expect(asked.filter((name) => name in KNOWN_GATES && !EFFECTIVE_GATES.has(name))).toEqual([]);
  expect([...EFFECTIVE_GATES].filter((name) => !(name in KNOWN_GATES))).toEqual([]);
  expect([...EFFECTIVE_GATES].filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
});

it("describes all gates in the help text", () => {
  const text = describeGates();
  for (const name of Object.keys(KNOWN_GATES)) expect(text).toContain(`  ${name}=`);
  expect(text.indexOf("  WatchList=")).toBeLessThan(text.indexOf("have no effect"));
  expect(text.indexOf("  WinOverlay=")).toBeGreaterThan(text.indexOf("have no effect"));
});

it("warns of gates that will be removed, and of those without effect", () => {
  expect(gateWarnings({ WatchList: "true", AppArmor: "true", KMSv1: "true" })).toEqual([
    "Setting GA feature gate AppArmor=true. It will be removed in a future release.",
    "Feature gate AppArmor is accepted and has no effect here.",
    "Setting deprecated feature gate KMSv1=true. It will be removed in a future release.",
  ]);
});
