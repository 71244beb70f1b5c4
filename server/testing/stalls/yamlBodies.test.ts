import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, MAPS, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n";
const data = (lines: string): string => `${HEAD}data:\n${lines}`;
/** Long enough to take seconds if work is quadratic in the length, short enough for a test. */
const LONG = 200_000;

const BODIES: readonly Omit<HostileBody, "type">[] = [
  { name: "many keys", body: () => data(numbered(10_000, (i) => `  k${i}: ""`, "\n")), status: 201 },
  { name: "a repeated key", body: () => data(filled('  k: ""\n', LONG)), status: 201 },
  { name: "a long flow list", body: () => `${HEAD}x: [${filled("a,", LONG)}]`, status: 201 },
  { name: "document markers without documents", body: () => filled("---\n", LONG), status: 422 },
  { name: "many documents", body: () => HEAD + filled("---\na: 1\n", LONG), status: 201 },
  { name: "many comments", body: () => HEAD + filled("#\n", LONG), status: 201 },
  { name: "many empty lines", body: () => HEAD + filled("\n", LONG), status: 201 },
  {
    name: "many anchors, each with an alias",
    body: () => `${HEAD}x:\n${numbered(7000, (i) => `- &a${i} b\n- *a${i}`, "\n")}`,
    status: 201,
  },
  { name: "aliases without an anchor", body: () => `${HEAD}x:\n${filled("- *a\n", LONG)}`, status: 400 },
  {
    name: "many aliases of a long string",
    body: () => `${HEAD}x: &a ${"b".repeat(LONG)}\nz:\n${filled("- *a\n", LONG)}`,
    status: 400,
  },
  {
    name: "many merges of a large map",
    body: () => `${HEAD}x: &x\n${numbered(1000, (i) => `  k${i}: 1`, "\n")}\nz:\n${filled("- <<: *x\n", 20_000)}`,
    status: 400,
  },
  {
    name: "many aliases of a list in a short body",
    body: () => `${HEAD}x: &a [${filled("x,", 200)}]\ny: [${filled("*a,", 3600)}]`,
    status: 201,
  },
  { name: "lists as keys", body: () => HEAD + numbered(9000, (i) => `? [a${i}]\n: 1`, "\n"), status: 400 },
  { name: "a large set", body: () => `${HEAD}x: !!set\n${numbered(15_000, (i) => `  ? k${i}`, "\n")}`, status: 201 },
  { name: "an integer of many digits", body: () => `${HEAD}x: ${filled("9")}`, status: 201 },
  { name: "a string of many lines", body: () => data(`  a: |\n${filled("    x\n", 900_000)}`), status: 201 },
  { name: "a syntax error at the end", body: () => `${data(filled("  k: v\n", LONG))}]`, status: 400 },
  { name: "a syntax error in every line", body: () => filled("a: b: c\n", LONG), status: 400 },
];

describe("a hostile YAML body does not delay other requests", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    expect((await sendHostile(server, { ...row, type: "application/yaml" })).status).toBe(row.status);
  });

  it("in JSON for server-side apply", async () => {
    const body = (): string =>
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"k":"${filled("x", 900_000)}"}}`;
    const path = MAPS.replace("?", "/x?fieldManager=me&");
    const row: HostileBody = {
      name: "",
      method: "PATCH",
      type: "application/apply-patch+yaml",
      path,
      body,
      status: 201,
    };
    expect((await sendHostile(server, row)).status).toBe(201);
  });
});
