import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ResourceCache } from "../../store/cache/resourceCache.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const maps = core("paged", "configmaps");
const names = ["a", "b", "c", "d", "e", "f", "g"];

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("paged") });
  for (const [i, name] of names.entries()) {
    const body = configMap(name, { n: "0" }, { parity: i % 2 === 0 ? "even" : "odd" });
    await server.request("POST", maps, { body });
  }
});
afterAll(() => server.stop());

interface Metadata {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

interface Page {
  readonly status: number;
  readonly names: (string | undefined)[];
  readonly versions: (string | undefined)[];
  readonly metadata: Metadata;
}

async function page(query: Record<string, string>, path = maps): Promise<Page> {
  const answer = await server.request("GET", `${path}?${new URLSearchParams(query)}`);
  const items = answer.body.items ?? [];
  return {
    status: answer.status,
    names: items.map((item) => item.metadata.name),
    versions: items.map((item) => item.metadata.resourceVersion),
    metadata: answer.body.metadata as unknown as Metadata,
  };
}

/** All pages of one list; `between` runs after each page. */
async function walk(query: Record<string, string>, between: () => Promise<unknown> = async () => {}): Promise<Page[]> {
  const pages = [await page(query)];
  for (;;) {
    const token = pages.at(-1)?.metadata.continue;
    if (token === undefined) return pages;
    await between();
    pages.push(await page({ ...query, continue: token }));
  }
}

describe("pages of a list", () => {
  it("report the remaining item count, and share one resource version", async () => {
    const pages = await walk({ limit: "3" });
    expect(pages.map(({ names }) => names)).toEqual([["a", "b", "c"], ["d", "e", "f"], ["g"]]);
    expect(pages.map(({ metadata }) => metadata.remainingItemCount)).toEqual([4, 1, undefined]);
    expect(new Set(pages.map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
  });

  it.each([maps, "/api/v1/configmaps"])("count what follows the first one without visiting it: %s", async (path) => {
    const whole = await page({}, path);
    const { range } = ResourceCache.prototype;
    let visited = 0;
    const counting = vi.spyOn(ResourceCache.prototype, "range").mockImplementation(function* (
      this: ResourceCache,
      ...place
    ) {
      for (const object of range.apply(this, place)) {
        visited += 1;
        yield object;
      }
    });
    const first = await page({ limit: "1" }, path);
    counting.mockRestore();
    expect(first.metadata.remainingItemCount).toBe(whole.names.length - 1);
    expect(visited).toBe(2);
  });

  it("omit the remaining item count with a selector", async () => {
    const pages = await walk({ limit: "2", labelSelector: "parity=even" });
    expect(pages.flatMap(({ names }) => names)).toEqual(["a", "c", "e", "g"]);
    expect(pages[0]?.metadata.remainingItemCount).toBeUndefined();
    expect(pages[0]?.metadata.continue).toBeDefined();
  });

  it("end without a continue token when the limit equals the number of items", async () => {
    const exact = await page({ limit: "7" });
    expect([exact.names.length, exact.metadata.continue]).toEqual([7, undefined]);
  });

  it("are not limited with resourceVersion=0", async () => {
    const whole = await page({ limit: "2", resourceVersion: "0" });
    expect([whole.names.length, whole.metadata.continue]).toEqual([7, undefined]);
  });

  it("show a consistent snapshot despite concurrent changes", async () => {
    const before = await page({});
    let round = 0;
    const pages = await walk({ limit: "2" }, async () => {
      round += 1;
      await server.request("POST", maps, { body: configMap(`new-${round}`) });
      await server.request("DELETE", `${maps}/f`);
      await server.request("PUT", `${maps}/g`, { body: configMap("g", { n: String(round) }, { parity: "even" }) });
    });
    expect(pages.flatMap(({ names }) => names)).toEqual(names);
    expect(pages.flatMap(({ versions }) => versions)).toEqual(before.versions);
    const after = await page({});
    expect(after.names).toEqual(["a", "b", "c", "d", "e", "g", "new-1", "new-2", "new-3"]);
  });

  it("together equal the whole list at their revision, for any limit and selector", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom("", "parity=even", "parity!=odd", "nothing"),
        async (limit, labelSelector) => {
          const whole = await page({ labelSelector });
          const pages = await walk({ limit: String(limit), labelSelector });
          expect(pages.flatMap(({ versions }) => versions)).toEqual(whole.versions);
          for (const { names } of pages.slice(0, -1)) expect(names).toHaveLength(limit);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("continue tokens", () => {
  it.each([
    ["@", "illegal base64 data at input byte 0"],
    ["abc", "continue key is not valid"],
    [
      Buffer.from('{"v":"other/v1","rv":1,"start":"x"}').toString("base64url"),
      "does not recognize this encoded version",
    ],
    [Buffer.from('{"v":"meta.k8s.io/v1","rv":1,"start":"../x"}').toString("base64url"), "continue key is not valid"],
  ])("that are invalid are refused: %s", async (token, text) => {
    const answer = await server.request("GET", `${maps}?limit=1&continue=${encodeURIComponent(token)}`);
    expect([answer.status, answer.body.reason]).toEqual([400, "BadRequest"]);
    expect(answer.body.message).toContain(text);
  });

  it("cannot be combined with resourceVersion", async () => {
    const first = await page({ limit: "1" });
    const token = first.metadata.continue ?? "";
    const answer = await server.request("GET", `${maps}?limit=1&continue=${token}&resourceVersion=5`);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "specifying resource version is not allowed when using continue",
    ]);
  });
});

describe("resourceVersion of a list", () => {
  it("follows the documented semantics of each match rule", async () => {
    const old = (await page({})).metadata.resourceVersion;
    await server.request("POST", maps, { body: configMap("late") });
    const now = (await page({})).metadata.resourceVersion;
    expect(Number(now)).toBeGreaterThan(Number(old));
    const has = async (query: Record<string, string>): Promise<unknown[]> => {
      const { names, metadata } = await page(query);
      return [names.includes("late"), metadata.resourceVersion];
    };
    expect(await has({ resourceVersion: old })).toEqual([true, now]);
    expect(await has({ resourceVersion: old, resourceVersionMatch: "NotOlderThan" })).toEqual([true, now]);
    expect(await has({ resourceVersion: old, resourceVersionMatch: "Exact" })).toEqual([false, old]);
    expect(await has({ resourceVersion: "0" })).toEqual([true, now]);
    expect(await has({ resourceVersion: old, limit: "50" })).toEqual([false, old]);
    expect(await has({ resourceVersion: old, limit: "50", resourceVersionMatch: "NotOlderThan" })).toEqual([true, now]);
  });

  it.each([
    ["resourceVersion=abc", 500, 'resourceVersion: Invalid value: "abc"'],
    ["resourceVersion=abc&resourceVersionMatch=Exact", 400, "invalid resource version: resourceVersion: Invalid value"],
    [
      "resourceVersion=999999999&resourceVersionMatch=Exact",
      504,
      "Timeout: Too large resource version: 999999999, current: ",
    ],
    ["resourceVersion=18446744073709551615", 504, "Too large resource version: 18446744073709551615, current: "],
    ["resourceVersionMatch=Exact", 422, "resourceVersionMatch is forbidden unless resourceVersion is provided"],
    ["resourceVersion=0&resourceVersionMatch=Exact", 422, 'resourceVersionMatch "exact" is forbidden'],
    ["resourceVersion=1&resourceVersionMatch=Nearest", 422, 'Unsupported value: "Nearest"'],
    ["sendInitialEvents=true", 422, "sendInitialEvents is forbidden for list"],
    ["limit=many", 400, 'strconv.ParseInt: parsing "many": invalid syntax'],
  ])("refuses %s", async (query, status, text) => {
    const answer = await server.request("GET", `${maps}?${query}`);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(text);
  });

  it("waits for a resource version that is slightly ahead", async () => {
    const { metadata } = await page({});
    const next = String(Number(metadata.resourceVersion) + 1);
    const waiting = page({ resourceVersion: next });
    const single = server.request("GET", `${maps}/a?resourceVersion=${next}`);
    await server.request("POST", maps, { body: configMap("awaited") });
    expect((await waiting).names).toContain("awaited");
    expect((await single).status).toBe(200);
  });

  it("times out with Retry-After for a resource version that is never reached", async () => {
    const [listed, single] = await Promise.all([
      server.request("GET", `${maps}?resourceVersion=999999999`),
      server.request("GET", `${maps}/a?resourceVersion=999999999`),
    ]);
    for (const answer of [listed, single]) {
      expect(answer.status).toBe(504);
      expect(answer.headers["retry-after"]).toBe("1");
      expect(answer.body.message).toMatch(/^Timeout: Too large resource version: 999999999, current: \d+$/);
      expect(answer.body.details).toEqual({
        causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
        retryAfterSeconds: 1,
      });
    }
  });
});
