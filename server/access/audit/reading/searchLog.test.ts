import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linesBefore } from "./linesBefore.ts";
import { placeBefore, readPlace } from "./logPlace.ts";
import { type FoundEvents, searchLog } from "./searchLog.ts";

interface Event {
  auditID: string;
  stage: string;
  stageTimestamp: string;
  verb: string;
}

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-audit-"));
  path = join(folder, "audit.log");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const timeOf = (n: number): string => `2026-01-02T03:04:${String(n).padStart(2, "0")}.000000Z`;
const event = (n: number, verb = "get"): Event => ({
  auditID: `id-${n}`,
  stage: "ResponseComplete",
  stageTimestamp: timeOf(n),
  verb,
});
const lines = (...events: Event[]): string => events.map((each) => `${JSON.stringify(each)}\n`).join("");
const numbersOf = ({ events }: FoundEvents): number[] =>
  events.map(({ json }) => Number((JSON.parse(json) as Event).auditID.slice(3)));
const search = (more: object = {}) =>
  searchLog<Event>(path, { matches: () => true, before: "", since: "", limit: 100, ...more });

/** Moves the written file aside, as rotation does. */
const rotate = (second: number): void =>
  renameSync(path, join(folder, `audit-2026-01-02T04-04-${String(second).padStart(2, "0")}.000.log`));

describe("searchLog", () => {
  it("finds the newest first, over all files, page by page", async () => {
    writeFileSync(path, lines(event(1), event(2, "delete"), event(3)));
    rotate(1);
    writeFileSync(path, lines(event(4), event(5)));
    rotate(2);
    writeFileSync(path, lines(event(6, "delete"), event(7)));
    expect(numbersOf(await search())).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const pages: number[][] = [];
    for (let before: string | undefined = ""; before !== undefined; ) {
      const page: FoundEvents = await search({ before, limit: 2 });
      pages.push(numbersOf(page));
      before = page.before;
    }
    expect(pages).toEqual([[7, 6], [5, 4], [3, 2], [1]]);
    const deleting = await search({ matches: ({ verb }: Event) => verb === "delete" });
    expect([numbersOf(deleting), deleting.before, deleting.reached]).toEqual([[6, 2], undefined, timeOf(1)]);
  });

  it("goes on at the same event after rotation, and ends where files were removed", async () => {
    writeFileSync(path, lines(event(1), event(2), event(3)));
    const first = await search({ limit: 1 });
    rotate(1);
    writeFileSync(path, lines(event(4)));
    expect(numbersOf(await search({ before: first.before }))).toEqual([2, 1]);
    expect(numbersOf(await search({ before: first.events[0]?.place }))).toEqual([2, 1]);
    rmSync(join(folder, "audit-2026-01-02T04-04-01.000.log"));
    expect(await search({ before: first.before })).toEqual({ events: [] });
  });

  it("begins before a given event, or at its time if the log lacks it", async () => {
    writeFileSync(path, lines(event(1), event(2), event(4), event(5)));
    expect(numbersOf(await search({ before: placeBefore(event(4)) }))).toEqual([2, 1]);
    expect(numbersOf(await search({ before: placeBefore(event(3)) }))).toEqual([2, 1]);
    expect(numbersOf(await search({ before: `@${timeOf(9)}//` }))).toEqual([5, 4, 2, 1]);
  });

  it("ends at the given time", async () => {
    writeFileSync(path, lines(event(1), event(2), event(3)));
    const found = await search({ since: timeOf(2) });
    expect([numbersOf(found), found.before]).toEqual([[3, 2], undefined]);
  });

  it("skips damaged lines, and finds nothing in no file", async () => {
    expect(await search()).toEqual({ events: [] });
    writeFileSync(path, `${lines(event(1))}{"auditID":\nnull\n\n${lines(event(2))}{"torn`);
    expect(numbersOf(await search())).toEqual([2, 1]);
  });

  it("reads a bounded part at a time, and says where to go on", async () => {
    const bulk = { ...event(1), requestObject: "x".repeat(3 * 1024 * 1024) };
    writeFileSync(path, lines(event(0)));
    for (let i = 0; i < 4; i++) appendFileSync(path, lines(bulk));
    const first = await search({ matches: ({ auditID }: Event) => auditID === "id-0" });
    expect(first.events).toEqual([]);
    expect(numbersOf(await search({ before: first.before }))).toEqual([1, 0]);
    expect(numbersOf(await search())).toEqual([1, 1]);
  });

  it("stops when its caller has gone", async () => {
    writeFileSync(path, lines(event(1)));
    await expect(search({ signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
  });
});

it("reads back the places that it writes, whatever a client chose as the audit ID", () => {
  const odd = { ...event(1), auditID: "a/b\n:3@" };
  expect(readPlace(placeBefore(odd))).toEqual({ time: odd.stageTimestamp, stage: odd.stage, auditID: odd.auditID });
  expect([readPlace("12-3.5:77"), readPlace("nonsense"), readPlace("")]).toEqual([
    { file: "12-3.5", offset: 77 },
    undefined,
    undefined,
  ]);
});

it("returns the lines of any text backwards, with their offsets", async () => {
  const file = join(folder, "any");
  mkdirSync(folder, { recursive: true });
  const line = fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("ä".repeat(200_000)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        line.filter((text) => !text.includes("\n")),
        { maxLength: 6 },
      ),
      async (texts) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
        writeFileSync(file, bytes);
        const handle = await open(file, "r");
        const found: string[] = [];
        for await (const lines of linesBefore(handle, bytes.length)) {
          for (const { text, begin } of lines) {
            expect(bytes.subarray(begin, begin + Buffer.byteLength(text)).toString("utf8")).toBe(text);
            found.push(text);
          }
        }
        await handle.close();
        expect(found.reverse()).toEqual(texts.map((text) => Buffer.from(text).toString("utf8")));
      },
    ),
    { numRuns: 30 },
  );
});
