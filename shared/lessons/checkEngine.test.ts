import { describe, expect, it } from "vitest";
import { fillIn, isSeen, keepFrom, runChecks, valueAt } from "./checkEngine.ts";
import type { Check, SeenCheck } from "./lesson.ts";

const says = { en: "it holds", de: "es gilt" };
const answer = (status: number, body: unknown) => ({ status, text: JSON.stringify(body) });

describe("runChecks", () => {
  const state = (expect_: object[], status = 200): Check =>
    ({ says, ask: { method: "GET", path: "/a" }, status, expect: expect_ }) as Check;
  const run = async (check: Check, status: number, body: unknown) =>
    (await runChecks([check], async () => answer(status, body), []))[0];

  it("compares the state with the expected values and reports the difference", async () => {
    const body = { data: { "a/b": "1", empty: null } };
    expect(await run(state([{ at: "/data/a~1b", equals: "1" }]), 200, body)).toMatchObject({ ok: true, found: "" });
    expect(await run(state([{ at: "/data/a~1b", equals: 1 }]), 200, body)).toMatchObject({
      ok: false,
      found: '/data/a~1b: "1"',
    });
    expect(await run(state([{ at: "/data/empty" }]), 200, body)).toMatchObject({ ok: false });
    expect(await run(state([{ at: "/data/none", exists: false }]), 200, body)).toMatchObject({ ok: true });
    expect(await run(state([]), 404, body)).toMatchObject({ ok: false, found: "GET /a: 404 ≠ 200" });
  });
});

describe("isSeen", () => {
  const check = (seen: Partial<SeenCheck["seen"]>): SeenCheck => ({
    says,
    seen: { method: "GET", path: "/pods\\?.*limit=2", status: [200, 410], ...seen },
  });
  const request = { method: "GET", path: "/api/v1/pods?a=%20&limit=2", status: 410, text: "expired", as: "ada" };

  it("checks method, path, status, user and response", () => {
    expect(isSeen(check({}), request)).toBe(true);
    expect(isSeen(check({ as: "ada", answer: "^exp", lacks: "fresh" }), request)).toBe(true);
    for (const other of [
      { method: "PUT" as const },
      { path: "x" },
      { status: [200] },
      { as: "bob" },
      { lacks: "exp" },
    ]) {
      expect(isSeen(check(other), request)).toBe(false);
    }
  });

  it("draws no conclusion from a response that was not recorded", () => {
    const { text: _text, ...unknown } = request;
    expect([isSeen(check({}), unknown), isSeen(check({ lacks: "x" }), unknown)]).toEqual([true, false]);
  });
});

describe("Kept values", () => {
  it("are taken from responses and inserted into requests", () => {
    const request = { method: "GET", path: "/", keep: { version: "/metadata/resourceVersion", none: "/x" } } as const;
    const kept = keepFrom(request, answer(200, { metadata: { resourceVersion: "7" } }), { old: "1" });
    expect(kept).toEqual({ old: "1", version: "7" });
    expect(fillIn({ path: "/a?v=$(version)&w=$(none)", list: ["$(old)", 3] }, kept)).toEqual({
      path: "/a?v=7&w=$(none)",
      list: ["1", 3],
    });
  });
});

describe("valueAt", () => {
  it("resolves list positions but never inherited properties", () => {
    expect(valueAt({ a: [{ b: 1 }] }, "/a/0/b")).toBe(1);
    expect([valueAt({}, "/constructor"), valueAt(undefined, "/a"), valueAt("text", "/length")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
