import { expect, test } from "vitest";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { exportSettings, MAX_CHARACTERS, readSettings, TransferError } from "./transfer.ts";

const cluster = (id: string, chosen?: ClusterSummary["chosen"]) =>
  ({ id, ...(chosen && { chosen }) }) as unknown as ClusterSummary;
const file = (content: object) => JSON.stringify({ format: "orrery-settings/1", ...content });

test("exported settings can be imported", () => {
  const clusters = [cluster("a", { readOnly: true, namespaces: ["shop"] }), cluster("b"), cluster("c", {})];
  const text = exportSettings({ theme: "dark", pageSize: 100 }, clusters);
  const { settings, clusters: choices, refused } = readSettings(text, ["a", "b"]);
  expect(settings).toEqual({ theme: "dark", pageSize: 100 });
  expect([...choices]).toEqual([["a", { readOnly: true, namespaces: ["shop"] }]]);
  expect(refused).toEqual([]);
});

test("reports what it skips", () => {
  const content = {
    settings: { theme: "pink", density: "comfortable", later: 1 },
    clusters: { gone: {}, a: 3, b: {} },
  };
  const read = readSettings(file(content), ["a", "b"]);
  expect(read.settings).toEqual({ density: "comfortable" });
  expect(read.refused).toEqual(["theme", "later", "gone", "a"]);
  expect([...read.clusters.keys()]).toEqual(["b"]);
});

test.each([
  ["{", "noJson"],
  ["[]", "otherFile"],
  ["null", "otherFile"],
  ['{"settings":{}}', "otherFile"],
  [file({ settings: [] }), "otherFile"],
  [" ".repeat(MAX_CHARACTERS + 1), "tooLong"],
])("rejects %.20s", (text, reason) => {
  expect(() => readSettings(text, [])).toThrow(TransferError);
  expect(() => readSettings(text, [])).toThrow(`settings.transfer.${reason}`);
});
