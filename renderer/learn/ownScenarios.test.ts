import { describe, expect, it } from "vitest";
import { OwnScenarios } from "./ownScenarios.ts";

const scenario = (id: string, title = "A title") => `id: ${id}
title: ${title}
steps:
  - title: Do it
    checks:
      - says: It is done
        get: /api/v1/namespaces/scenario-${id}
`;

function setUp(kept = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { kept, own: new OwnScenarios(() => storage) };
}
const NONE = new Set<string>();

describe("User's own scenarios", () => {
  it("are stored, and return the same list until it changes", async () => {
    const { kept, own } = setUp();
    let told = 0;
    own.subscribe(() => (told += 1));
    expect((await own.add(scenario("mine"), NONE)).namespace).toBe("scenario-mine");
    expect(own.list()).toBe(own.list());
    expect(
      setUp(kept)
        .own.list()
        .map(({ id }) => id),
    ).toEqual(["mine"]);
    await own.add(scenario("mine", "Another"), NONE);
    expect(own.list().map(({ title }) => title.en)).toEqual(["Another"]);
    own.remove("mine");
    expect([own.list(), told]).toEqual([[], 3]);
  });

  it("report errors in a file without changing anything", async () => {
    const { own } = setUp();
    await expect(own.add(scenario("mine").replace("get:", "got:"), NONE)).rejects.toThrow("steps[0].checks[0]");
    await expect(own.add("steps: [", NONE)).rejects.toThrow();
    await expect(own.add(scenario("drain"), new Set(["drain"]))).rejects.toThrow('"drain" is taken');
    await expect(own.add(scenario("long", "x".repeat(300_000)), NONE)).rejects.toThrow("must not be longer");
    expect(own.list()).toEqual([]);
  });

  it("parse a file with very many keys in linear time", async () => {
    const { own } = setUp();
    const keys = Array.from({ length: 30_000 }, (_, i) => `a${i}: `).join("\n");
    await expect(own.add(keys, NONE)).rejects.toThrow("id");
  });

  it("omit unreadable stored ones and are limited in number", async () => {
    const { own } = setUp(new Map([["orrery.ownScenarios", '[{"id":1},"x"]']]));
    expect(own.list()).toEqual([]);
    for (let i = 0; i < 20; i++) await own.add(scenario(`s${i}`), NONE);
    await expect(own.add(scenario("more"), NONE)).rejects.toThrow("remove one first");
    await own.add(scenario("s3", "Again"), NONE);
    expect(own.list()).toHaveLength(20);
    expect(setUp(new Map([["orrery.ownScenarios", "{"]])).own.list()).toEqual([]);
  });
});
