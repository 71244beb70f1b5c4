import { describe, expect, it, vi } from "vitest";
import { YamlSyntaxError } from "../yaml.ts";
import type { YamlJob } from "./job.ts";
import { YamlPool } from "./yamlPool.ts";

const job = (text: string): YamlJob => ({ text, options: { exact: false, sorted: true } });
/** Takes long enough to be interrupted on any machine. */
const LONG = `a: [${"b,".repeat(60_000)}]`;
const never = new AbortController().signal;

describe("YamlPool", () => {
  it("returns value, duplicates and errors", async () => {
    const pool = new YamlPool({ idle: 0 });
    expect(await pool.parse(job("b: 9007199254740993\na: 1\na: 2"), never)).toEqual({
      json: '{"a":2,"b":9007199254740993}',
      duplicates: ['line 3: key "a" already set in map'],
    });
    await expect(pool.parse(job("a: ["), never)).rejects.toThrow(YamlSyntaxError);
    await expect(pool.parse(job("[".repeat(501)), never)).rejects.toMatchObject({ status: { code: 400 } });
    await vi.waitUntil(() => pool.threads === 0, { timeout: 10_000 });
  });

  it("parses the shortest text first on a limited number of threads", async () => {
    const pool = new YamlPool({ threads: 1, idle: 0 });
    const order: string[] = [];
    const texts = [LONG, `long: ${"x".repeat(1000)}`, "short: 1"];
    await Promise.all(
      texts.map(async (text) => {
        await pool.parse(job(text), never);
        order.push(text.slice(0, 5));
        expect(pool.threads).toBe(1);
      }),
    );
    expect(order).toEqual(["a: [b", "short", "long:"]);
  });

  it("aborts with the request, whether the text is queued or being parsed", async () => {
    const pool = new YamlPool({ threads: 1, idle: 0 });
    const controller = new AbortController();
    const both = [pool.parse(job(LONG), controller.signal), pool.parse(job("a: 1"), controller.signal)];
    controller.abort(new Error("gone"));
    for (const parsed of both) await expect(parsed).rejects.toThrow("gone");
    expect(() => pool.parse(job("a: 1"), controller.signal)).toThrow("gone");
    expect(await pool.parse(job("a: 1"), never)).toMatchObject({ json: '{"a":1}' });
  });

  it("terminates a thread over its time or memory limit and continues with the next text", async () => {
    const impatient = new YamlPool({ threads: 1, time: 1, idle: 0 });
    await expect(impatient.parse(job(LONG), never)).rejects.toMatchObject({ status: { code: 504 } });
    const small = new YamlPool({ threads: 1, memory: 16, idle: 0 });
    const both = [small.parse(job(`a: [${"b,".repeat(300_000)}]`), never), small.parse(job(`a: ${LONG}`), never)];
    await expect(both[0]).rejects.toMatchObject({ status: { code: 413 } });
    await expect(both[1]).rejects.toThrow();
    expect(await small.parse(job("a: 1"), never)).toMatchObject({ json: '{"a":1}' });
  });

  it("rejects texts beyond the queue limit", async () => {
    const pool = new YamlPool({ threads: 1, waiting: 1, idle: 0 });
    const both = [pool.parse(job(LONG), never), pool.parse(job("a: 1"), never)];
    expect(() => pool.parse(job("a: 1"), never)).toThrow("too many large YAML bodies");
    await Promise.all(both);
  });
});
