import { describe, expect, it } from "vitest";
import type { FieldPath } from "../../../shared/fieldset/pathElement.ts";
import { addAnswers, applyChoices, isTaken, NO_ANSWERS } from "./answers.ts";
import type { FieldConflict } from "./conflicts.ts";

const owner = { manager: "scaler", subresource: "", apiVersion: "apps/v1", time: 0 };
const conflict = (field: string, path: FieldPath | undefined, theirs: unknown, mine: unknown): FieldConflict => ({
  field,
  path,
  owners: [owner],
  theirs,
  mine,
});
const replicas = conflict(".spec.replicas", ["f:spec", "f:replicas"], 7, 2);
const tier = conflict(".metadata.labels.tier", undefined, "gold", "iron");
const item = (name: string, more: object = {}) =>
  conflict(`.spec.list[name="${name}"]`, ["f:spec", "f:list", `k:{"name":"${name}"}`], { name, ...more }, undefined);
const live = {
  metadata: { labels: { tier: "gold" } },
  spec: { replicas: 7, list: [{ name: "a" }, { name: "b" }, { name: "c" }] },
};
const text = "# note\nmetadata:\n  labels:\n    tier: iron # mine\nspec:\n  replicas: 2\n  paused: true\n";

describe("addAnswers", () => {
  it("records taken, shared and released fields with their owners", () => {
    const answers = addAnswers(NO_ANSWERS, [replicas, tier, item("a")], {
      ".spec.replicas": "mine",
      ".metadata.labels.tier": "theirs",
      '.spec.list[name="a"]': "share",
    });
    expect(isTaken(answers, replicas)).toBe(true);
    expect(isTaken(answers, { ...replicas, owners: [owner, { ...owner, manager: "other" }] })).toBe(false);
    expect(isTaken(answers, tier)).toBe(false);
    expect(answers).toMatchObject({ shared: [item("a").path], released: [] });
    const more = addAnswers(answers, [tier, { ...tier, field: ".x", path: ["f:x"] }], {
      ".metadata.labels.tier": "leave",
      ".x": "leave",
    });
    expect(isTaken(more, replicas)).toBe(true);
    expect(more).toMatchObject({ shared: [item("a").path], released: [["f:x"]] });
  });
});

describe("applyChoices", () => {
  it("leaves the text unchanged for `mine`", () => {
    expect(applyChoices(text, live, [replicas, tier], { ".spec.replicas": "mine" })).toBe(text);
  });

  it("writes their value for every other answer and keeps comments", () => {
    for (const choice of ["theirs", "leave", "share"] as const) {
      const choices = { ".spec.replicas": choice, ".metadata.labels.tier": choice };
      const out = applyChoices(text, live, [replicas, tier], choices);
      expect(out).toContain("# note");
      expect(out).toContain("replicas: 7");
      expect(out).toContain("paused: true");
      expect(out).toContain("tier: gold");
    }
  });

  it("restores removed fields at their old place", () => {
    const all = [item("a", { v: 1 }), item("b"), item("c")];
    const choices = Object.fromEntries(all.map(({ field }) => [field, "theirs" as const]));
    expect(applyChoices("spec:\n  list:\n    - name: new\n", live, all, choices)).toBe(
      "spec:\n  list:\n    - name: a\n      v: 1\n    - name: b\n    - name: c\n    - name: new\n",
    );
    const label = conflict(".metadata.labels.tier", ["f:metadata", "f:labels", "f:tier"], "gold", undefined);
    expect(applyChoices("metadata:\n  labels: {}\n", live, [label], { [label.field]: "leave" })).toBe(
      "metadata:\n  labels: { tier: gold }\n",
    );
  });

  it("removes fields that they no longer have", () => {
    const gone = { ...replicas, theirs: undefined };
    expect(applyChoices(text, live, [gone], { [gone.field]: "theirs" })).not.toContain("replicas");
    const entries = ['.spec.list[="a"]', '.spec.list[="b"]'].map((field) => conflict(field, undefined, undefined, ""));
    const choices = Object.fromEntries(entries.map(({ field }) => [field, "leave" as const]));
    expect(applyChoices("spec:\n  list:\n    - a\n    - b\n    - c\n", live, entries, choices)).toBe(
      "spec:\n  list:\n    - c\n",
    );
  });

  it("does not change text that is not an object, nor guess the place of a field", () => {
    expect(applyChoices("a: [", live, [replicas], { ".spec.replicas": "leave" })).toBe("a: [");
    expect(applyChoices("kind: X\n", live, [replicas], { ".spec.replicas": "theirs" })).toBe("kind: X\n");
  });
});
