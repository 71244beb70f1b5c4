import { expect, it } from "vitest";
import { CommitOrder } from "./commitOrder.ts";

/** Records the batches that reach the store, in order, and answers immediately. */
const noting = () => {
  const order = new CommitOrder();
  const seen: string[] = [];
  const submit = (keys: string[], batch: string | Promise<string>) =>
    order.submit(keys, batch, async (given) => {
      seen.push(given);
      return given;
    });
  return { seen, submit };
};

it("a commit whose values are ready is sent to the store at once", async () => {
  const { seen, submit } = noting();
  const answer = submit(["a"], "one");
  expect(seen).toEqual(["one"]);
  expect(await answer).toBe("one");
});

it("commits to the same key keep their order, whichever is ready first; others do not wait", async () => {
  const { seen, submit } = noting();
  let ready = (_batch: string): void => {};
  const first = submit(
    ["a", "b"],
    new Promise<string>((resolve) => {
      ready = resolve;
    }),
  );
  const next = [submit(["a"], Promise.resolve("second")), submit(["b"], "third"), submit(["b", "a"], "fourth")];
  await submit(["c"], Promise.resolve("other"));
  expect(seen).toEqual(["other"]);
  ready("first");
  expect(await first).toBe("first");
  await Promise.all(next);
  expect(seen[1]).toBe("first");
  expect(seen.at(-1)).toBe("fourth");
  expect([...seen].sort()).toEqual(["first", "fourth", "other", "second", "third"]);
});

it("a commit whose values cannot be encrypted fails alone", async () => {
  const { seen, submit } = noting();
  const failing = submit(["a"], Promise.reject(new Error("no key")));
  const next = submit(["a"], "next");
  await expect(failing).rejects.toThrow("no key");
  await next;
  expect(seen).toEqual(["next"]);
});
