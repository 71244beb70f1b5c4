import { expect, it } from "vitest";
import { type Acting, actDuring, actionUnderWay } from "./underWay.ts";

const acting = (key: string): Acting => ({ at: 0, actor: "tester", kind: "controller", key, causes: [], writes: [] });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("passes the action to the calls it makes across awaits and keeps concurrent actions separate", async () => {
  const seen = async (rounds: number): Promise<(string | undefined)[]> => {
    const keys: (string | undefined)[] = [];
    for (let i = 0; i < rounds; i += 1) {
      keys.push(actionUnderWay()?.key);
      await turn();
    }
    return keys;
  };
  // The shorter action ends while the longer one continues.
  const [short, long] = await Promise.all([
    actDuring(acting("short"), () => seen(2)),
    actDuring(acting("long"), () => seen(6)),
  ]);
  expect(short).toEqual(["short", "short"]);
  expect(long).toEqual(Array.from({ length: 6 }, () => "long"));
});

it.each([false, true])("ends with its action, whether that succeeds or fails; others run: %s", async (othersRun) => {
  const abandoned: (string | undefined)[] = [];
  let rest: Promise<void> | undefined;
  const work = async (): Promise<never> => {
    rest = turn().then(() => void abandoned.push(actionUnderWay()?.key));
    throw new Error("failed");
  };
  let end = (): void => undefined;
  const other = othersRun
    ? actDuring(acting("other"), () => new Promise<void>((resolve) => (end = resolve)))
    : undefined;
  await expect(actDuring(acting("failing"), work)).rejects.toThrow("failed");
  await rest;
  end();
  await other;
  expect(abandoned).toEqual([undefined]);
  expect(actionUnderWay()).toBeUndefined();
  await actDuring(acting("next"), async () => {
    await turn();
    expect(actionUnderWay()?.key).toBe("next");
  });
});
