import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readScenario } from "../../../shared/scenarios/readScenario.ts";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";
import { scenarioCommand } from "./scenario.ts";

const PAGE = readFileSync(new URL("../../../docs/scenarios.md", import.meta.url), "utf8");
const EXAMPLE = /```yaml\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "";

let server: TestServer;
let folder: string;
let file: string;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["*"], scheduler: true, simulatedNodes: 1 });
  folder = mkdtempSync(join(tmpdir(), "orrery-scenario-"));
  file = join(folder, "lost-label.yaml");
  writeFileSync(file, EXAMPLE);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function* typed(...lines: string[]): AsyncGenerator<string> {
  yield* lines;
}
async function play(argv: string[], ...lines: string[]) {
  let out = "";
  let error = "";
  const output = {
    out: (text: string) => {
      out += text;
    },
    error: (text: string) => {
      error += text;
    },
  };
  const where = ["--kubeconfig", server.running.kubeconfigPath, "--language", "en"];
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  const code = await scenarioCommand([...argv, ...where], output, typed(...lines), pause);
  return { code, out, error };
}

describe("the command", () => {
  it("lists the scenarios", async () => {
    const { code, out } = await play([]);
    expect(code).toBe(0);
    expect(out).toMatch(/^rollout +Roll out, and roll back$/m);
    expect(out.match(/^[a-z]/gm)).toHaveLength(12);
    const listed = [...PAGE.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, id]) => id);
    expect(listed).toEqual([...out.matchAll(/^([a-z-]+) /gm)].map(([, id]) => id));
  });

  it("runs a scenario from a file, and waits for the cluster", async () => {
    await expect.poll(async () => (await server.request("GET", "/api/v1/nodes")).body.items.length).toBe(1);
    const account = "/api/v1/namespaces/default/serviceaccounts/default";
    await expect.poll(async () => (await server.request("GET", account)).status).toBe(200);
    const { code, out, error } = await play([file], "hint", "solve");
    expect(error).toBe("");
    expect(out).toContain("kubectl label --overwrite");
    expect(out).toContain("[x] The service has one endpoint");
    expect(code).toBe(0);
    expect((await play([file, "--reset"])).out).toBe("The service sees no pods: reset\n");
  });

  it("exits with 1 when the user quits", async () => {
    expect((await play(["image-pull"], "quit")).code).toBe(1);
    await play(["image-pull", "--reset"]);
  });

  it("reports an unknown name and an invalid file", async () => {
    expect((await play(["nothing"])).error).toBe(
      'orrery scenario: there is no scenario "nothing"; orrery scenario lists them\n',
    );
    expect((await play([join(folder, "none.yaml")])).error).toContain("ENOENT");
    const broken = join(folder, "broken.yaml");
    writeFileSync(broken, "id: [");
    expect((await play([broken])).error).toContain("broken.yaml is no YAML");
    writeFileSync(broken, "id: x\nstpes: []");
    expect((await play([broken])).error).toContain("broken.yaml: stpes: is no field");
    writeFileSync(broken, `# ${"x".repeat(1024 * 1024)}`);
    expect((await play([broken])).error).toContain("is larger than 1048576 bytes");
    expect((await play(["/dev/zero"])).error).toContain("is larger than 1048576 bytes");
  });
});

describe("a scenario file", () => {
  const base = parse(EXAMPLE) as Record<string, unknown> & { steps: Record<string, unknown>[] };
  const problem = (change: object): string => {
    try {
      readScenario({ ...base, ...change });
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const step = (change: object) => ({ steps: [{ ...base.steps[0], ...change }] });
  const check = (change: object) => step({ checks: [{ says: "x", get: "/api/v1/pods", ...change }] });

  it("gets defaults for missing fields", () => {
    const { steps, ...rest } = readScenario({
      id: "a",
      title: "A",
      steps: [{ title: "S", checks: [{ says: "x", get: "/api/v1/pods" }] }],
    });
    expect(rest).toMatchObject({
      namespace: "scenario-a",
      nodes: 0,
      minutes: 10,
      manifests: [],
      begins: [],
      setup: [],
      cleanup: [],
    });
    expect(steps[0]).toMatchObject({ id: "step-1", text: [], hints: [], solution: [], checks: [{ status: 200 }] });
    expect(readScenario({ ...base, title: { en: "A" } }).title).toEqual({ en: "A", de: "A" });
  });

  it.each([
    [{}, ""],
    [{ id: "A b" }, "id: must have lower-case letters, digits and dashes, at most 63"],
    [{ title: 1 }, "title: must have fields"],
    [{ title: { de: "x" } }, "title.en: must be a text"],
    [{ nodes: -1 }, "nodes: must be a whole number, at most 5000"],
    [{ steps: [] }, "steps: must have one step at least"],
    [{ steps: Array.from({ length: 51 }, () => base.steps[0]) }, "steps: must have at most 50 entries"],
    [{ manifests: [{ kind: "Pod", metadata: { name: "x" } }] }, "manifests[0].apiVersion: must be a text"],
    [
      { setup: [{ method: "TRACE", path: "/api/v1/x" }] },
      "setup[0].method: must be one of GET, POST, PUT, PATCH, DELETE",
    ],
    [
      { setup: [{ method: "GET", path: "https://elsewhere/" }] },
      "setup[0].path: must be a path of the API, below /api/, /apis/ or /simulation/",
    ],
    [step({ checks: [] }), "steps[0].checks: must have one check at least"],
    [check({ get: 1 }), "steps[0].checks[0].get: must be a text"],
    [
      check({ expect: [{ at: "x" }] }),
      "steps[0].checks[0].expect[0].at: must be a JSON pointer, which begins with a slash",
    ],
    [check({ expect: [{ at: "/x", atLeast: "1" }] }), "steps[0].checks[0].expect[0].atLeast: must be a number"],
    [check({ expect: [{ at: "/x", exists: 1 }] }), "steps[0].checks[0].expect[0].exists: must be true or false"],
    [check({ expect: [{ at: "/x", matches: "(" }] }), "steps[0].checks[0].expect[0].matches: is no regular expression"],
    [
      check({ expect: [{ at: "/x", matches: "(a+)+$" }] }),
      "steps[0].checks[0].expect[0].matches: must have at most 200 characters, and no repetition of a repetition",
    ],
    [{ begins: [{ says: "x" }] }, "begins[0].get: must be a text"],
    [check({ seen: {} }), "steps[0].checks[0].seen: is no field; there are says, get, status, expect"],
    [step({ text: ["x".repeat(10_001)] }), "steps[0].text[0]: must have at most 10000 characters"],
  ])("%# is reported with its field", (change, expected) => {
    expect(problem(change)).toBe(expected);
  });
});
