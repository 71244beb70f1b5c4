import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adviseCommand } from "./advise.ts";

const INGRESS = `# kept while nothing is converted
apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: web, namespace: dev}
spec:
  backend: {serviceName: web, servicePort: 80}
`;
const POD = "apiVersion: v1\nkind: Pod # a comment\nmetadata: {name: p}\n";
const POLICY =
  "apiVersion: admissionregistration.k8s.io/v1beta1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: v}\n";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-advise-"));
  await mkdir(join(folder, "m/deep"), { recursive: true });
  await writeFile(join(folder, "m/a.yaml"), `---\n${POD}---\n${INGRESS}`);
  await writeFile(join(folder, "m/deep/b.json"), JSON.stringify({ apiVersion: "v1", kind: "List", items: [] }));
  await writeFile(join(folder, "m/notes.txt"), "no: [manifest");
  await writeFile(join(folder, "policy.yaml"), POLICY);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command; returns exit code, output and errors. */
async function run(argv: readonly string[], stdin = ""): Promise<[number, string, string]> {
  let [text, errors] = ["", ""];
  const output = {
    out: (part: string) => {
      text += part;
    },
    error: (part: string) => {
      errors += part;
    },
  };
  const code = await adviseCommand(argv, output, () => Readable.from([Buffer.from(stdin)]));
  return [code, text, errors];
}

describe("orrery advise", () => {
  it("reports each removed version, its location and its replacement", async () => {
    const [code, text] = await run([join(folder, "m")]);
    expect(code).toBe(3);
    expect(text.split("\n").slice(0, 4)).toEqual([
      `${join(folder, "m/a.yaml")}:6: gone in 1.32: extensions/v1beta1 Ingress dev/web: deprecated since 1.14, gone since 1.22; use networking.k8s.io/v1`,
      "",
      "extensions/v1beta1 Ingress:",
      "  - `spec.backend` is called `spec.defaultBackend`.",
    ]);
  });

  it("reports the result in its exit code", async () => {
    expect((await run([join(folder, "policy.yaml")]))[0]).toBe(2);
    expect((await run(["--target-version", "1.30", join(folder, "policy.yaml")]))[0]).toBe(0);
    expect((await run([join(folder, "policy.yaml"), join(folder, "m")]))[0]).toBe(3);
    const [code, text] = await run(["-"], POD);
    expect([code, text]).toEqual([0, "Nothing to do for 1.32 (documents: 1).\n"]);
  });

  it.each([
    [[], "say which files to read"],
    [["--target-version", "now", "-"], "--target-version must be a release"],
    [["--target-version", "1.99", "-"], "at most 1.35"],
    [["-o", "xml", "-"], "--output must be text or json"],
    [["--output-dir", "x", "-"], "--output-dir needs --convert"],
    [["-", "-"], "standard input can be read once"],
    [["--gremlins"], "unknown option"],
    [["--token", "t", "--kubeconfig", "/none"], "need --server"],
    [["--token", "t", "-"], "need --server"],
    [["--audit-log", "/none"], "ENOENT"],
  ] as const)("exits with 1 for %j", async (argv, words) => {
    const [code, text, error] = await run(argv);
    expect([code, text, error]).toEqual([1, "", expect.stringContaining(words)]);
  });

  it("continues after files and documents that it cannot read", async () => {
    const broken = `${POD}---\nkind: {{ .Kind }}\n---\na: [\n---\n${INGRESS}`;
    const [code, text] = await run(["/none.yaml", "-"], broken);
    expect(code).toBe(1);
    expect(text).toContain("/none.yaml: cannot be read: there is no such file\n");
    expect(text).toMatch(/^-:5: cannot be read: .*a template has to be rendered first/m);
    expect(text).toMatch(/^-:\d+: cannot be read: /m);
    expect(text).toMatch(/^-:\d+: gone in 1.32: extensions\/v1beta1 Ingress/m);
  });

  it("prints JSON", async () => {
    const [code, text] = await run(["-o", "json", "-"], `${POD}---\n${INGRESS}`);
    expect(code).toBe(3);
    expect(JSON.parse(text)).toMatchObject({
      target: "1.32",
      documents: 2,
      findings: [
        { source: "-", line: 5, state: "removed", kind: "Ingress", use: { apiVersion: "networking.k8s.io/v1" } },
      ],
      problems: [],
    });
  });

  it("writes converted documents, and leaves the others unchanged", async () => {
    const [code, text, report] = await run(["--convert", "-"], `${POD}---\n${INGRESS}`);
    expect(code).toBe(3);
    expect(text).toBe(
      `${POD}---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: web\n  namespace: dev\nspec:\n  defaultBackend:\n    service:\n      name: web\n      port:\n        number: 80\n`,
    );
    expect(report).toContain("gone in 1.32: extensions/v1beta1 Ingress dev/web");
    expect((await run(["-"], text))[0]).toBe(0);
  });

  it("writes nothing of a file that it can read only in part", async () => {
    const [code, text, report] = await run(["--convert", "-"], `${INGRESS}---\na: [\n`);
    expect([code, text]).toEqual([1, ""]);
    expect(report).toContain("cannot be read");
  });

  it("writes into a folder, and replaces no existing files", async () => {
    const to = join(folder, "converted");
    const [code] = await run(["--convert", "--output-dir", to, join(folder, "m")]);
    expect(code).toBe(3);
    expect(await readFile(join(to, "a.yaml"), "utf8")).toContain("networking.k8s.io/v1");
    expect(JSON.parse(await readFile(join(to, "deep/b.json"), "utf8"))).toEqual({
      apiVersion: "v1",
      kind: "List",
      items: [],
    });
    const [again, text] = await run(["--convert", "--output-dir", to, join(folder, "m")]);
    expect(again).toBe(1);
    expect(text).toContain("a.yaml: cannot be written: is there already");
  });

  it("escapes terminal control characters", async () => {
    const [, text] = await run(["-"], INGRESS.replace("web,", '"\\e[2Jx",'));
    expect(text).toContain("dev/\\u001b[2Jx");
  });

  it("evaluates audit logs", async () => {
    const event = (stage: string, verb: string, version: string) =>
      JSON.stringify({
        stage,
        verb,
        user: { username: "alice" },
        userAgent: "old/1",
        objectRef: { apiGroup: "flowcontrol.apiserver.k8s.io", apiVersion: version, resource: "flowschemas" },
        requestReceivedTimestamp: "2026-01-02T03:04:05.000000Z",
      });
    const file = join(folder, "audit.log");
    const lines = [
      event("RequestReceived", "get", "v1beta3"),
      event("ResponseComplete", "get", "v1beta3"),
      event("ResponseComplete", "list", "v1beta3"),
      event("ResponseStarted", "watch", "v1beta3"),
      event("ResponseComplete", "watch", "v1beta3"),
      event("ResponseComplete", "get", "v1"),
    ];
    await writeFile(file, `${lines.join("\n")}\n`);
    const [code, text] = await run(["--audit-log", file]);
    expect(code).toBe(3);
    expect(text.split("\n")[0]).toBe(
      "gone in 1.32: flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema: requested by alice with old/1 (3 times) at 2026-01-02T03:04:05.000000Z: deprecated since 1.29, gone since 1.32; use flowcontrol.apiserver.k8s.io/v1",
    );
    await writeFile(file, `${lines[5]}\nno event\n${"x".repeat(5 * 1024 * 1024)}\n`);
    const [broken, told] = await run(["--audit-log", file]);
    expect(broken).toBe(1);
    expect(told).toContain("1 lines are no events");
    expect(told).toContain("1 lines are longer than");
  });

  it("refuses YAML alias bombs, and tolerates any other input", async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghijk"
      .split("")
      .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghijk"[i]}`).join(",")}]`)
      .join("\n")}\n`;
    const [code, text] = await run(["-"], bomb);
    expect([code, text]).toEqual([1, expect.stringContaining("excessive aliasing")]);
    expect((await run(["-"], "[".repeat(100_000)))[1]).toContain("exceeded max depth");
    for (const odd of [
      "",
      "---",
      "---\n---\n",
      "7",
      "null",
      "%YAML 1.1\n---\na: 1\n...\n",
      '{"kind": 3, "metadata": []}',
    ]) {
      expect((await run(["-"], odd))[0]).toBe(0);
    }
  });
});
