import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeServer } from "../../testing/fakeServer.ts";
import type { ListPage } from "../watch/listSource.ts";
import { readPages } from "./readPages.ts";

const pagesOf = (items: readonly string[][]): ListPage<string>[] =>
  items.map((page, index) => ({
    items: page,
    resourceVersion: "7",
    continue: index === items.length - 1 ? undefined : `t${index}`,
  }));

describe("readPages", () => {
  it("follows continue tokens to the last page and delivers every item once in order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.string()), { minLength: 1, maxLength: 8 }), async (items) => {
        const server = fakeServer<string>(...pagesOf(items));
        const told: string[] = [];
        await readPages(server, new AbortController().signal, (page) => told.push(...page.items));
        expect(told).toEqual(items.flat());
        expect(server.lists).toEqual(
          items.map((_, index) => ({ limit: 500, continue: index === 0 ? undefined : `t${index - 1}` })),
        );
      }),
    );
  });

  it("requests and delivers nothing more once it is aborted", async () => {
    const server = fakeServer<string>(...pagesOf([["a"], ["b"], ["c"]]));
    const abort = new AbortController();
    const told: string[] = [];
    await readPages(server, abort.signal, (page) => {
      told.push(...page.items);
      if (told.length === 2) abort.abort();
    });
    expect([told, server.lists.length]).toEqual([["a", "b"], 2]);
  });

  it("rejects with the source's error after delivering earlier pages", async () => {
    const [first] = pagesOf([["a"], ["b"]]);
    const server = fakeServer<string>(first as ListPage<string>, new Error("gone"));
    const told: string[] = [];
    const reading = readPages(server, new AbortController().signal, (page) => told.push(...page.items));
    await expect(reading).rejects.toThrow("gone");
    expect(told).toEqual(["a"]);
  });
});
