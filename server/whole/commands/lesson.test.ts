import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";
import { DEFAULT_OPTIONS } from "../options/options.ts";
import { lessonCommand } from "./lesson.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: DEFAULT_OPTIONS.controllers });
});
afterAll(() => server.stop());

/** Runs the command with typed lines; returns exit code, output and errors. */
async function run(argv: readonly string[], typed: readonly string[] = []): Promise<[number, string, string]> {
  let [text, errors] = ["", ""];
  async function* lines() {
    yield* typed;
  }
  const output = {
    out: (part: string) => {
      text += part;
    },
    error: (part: string) => {
      errors += part;
    },
  };
  return [await lessonCommand(argv, output, lines()), text, errors];
}
const atServer = (name: string, typed: readonly string[], ...more: string[]) =>
  run([name, "--language", "en", "--data-dir", server.dataDir, ...more], typed);

describe("orrery lesson", () => {
  it("lists the lessons without a server", async () => {
    const [code, text] = await run(["--language", "en"]);
    expect(code).toBe(0);
    expect(text.match(/^\w+ {2,}/gm)).toHaveLength(8);
  });

  it("sends requests that are typed in, runs the checks, and advances", async () => {
    const [code, text] = await atServer("objects", [
      "",
      "hint",
      "nonsense",
      'POST /api/v1/namespaces/lesson-objects/configmaps {"metadata":{"name":"first"},"data":{"colour":"blue"}}',
      "quit",
    ]);
    expect(code).toBe(1);
    expect(text).toContain(
      "[ ] `first` exists, and is blue  (GET /api/v1/namespaces/lesson-objects/configmaps/first: 404 ≠ 200)",
    );
    expect(text).toContain("That is neither a request");
    expect(text).toContain("[x] `first` exists, and is blue");
    expect(text).toContain("2/3  Label it");
  });

  it.each(["concurrency", "rbac"])(
    "solves %s to its end, including values from responses and requests as other users",
    async (name) => {
      const [code, text] = await atServer(
        name,
        Array.from({ length: 5 }, () => "solve"),
      );
      expect([code, text]).toEqual([0, expect.stringContaining("All steps are done.")]);
    },
  );

  it("resets a lesson, and reports invalid usage", async () => {
    expect(await atServer("objects", [], "--reset")).toEqual([0, "Objects and Tables: reset\n", ""]);
    expect((await server.request("GET", "/api/v1/namespaces/lesson-objects")).status).toBe(404);
    expect((await atServer("none", []))[2]).toBe(
      'orrery lesson: there is no lesson "none"; orrery lesson lists them\n',
    );
    expect((await run(["--reset"]))[0]).toBe(2);
    expect((await run(["--language", "fr"]))[2]).toContain("--language must be en or de");
  });
});
