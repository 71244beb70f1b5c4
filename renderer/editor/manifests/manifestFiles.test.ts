import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentsOf } from "./documents.ts";
import { isKubeconfig, readManifests } from "./manifestFiles.ts";

const KUBECONFIG = "apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\n";
const file = (name: string, text: string, size = text.length) => ({ name, size, text: async () => text });

describe("readManifests", () => {
  it("combines the files as documents of one text, in their order", async () => {
    const read = await readManifests([file("a.yaml", "kind: A\n\n"), file("b.JSON", '{"kind":"B"}')]);
    expect(read).toEqual({
      text: 'kind: A\n---\n{"kind":"B"}',
      count: 2,
      kubeconfigs: [],
      scenarios: [],
      passedOver: [],
    });
  });

  it("separates client configurations, whatever their file names", async () => {
    const read = await readManifests([
      file("config", KUBECONFIG),
      file("dev.yaml", KUBECONFIG),
      file("a.yml", "kind: A"),
    ]);
    expect(read).toMatchObject({
      text: "kind: A",
      count: 1,
      kubeconfigs: [
        { name: "config", text: KUBECONFIG.trimEnd() },
        { name: "dev.yaml", text: KUBECONFIG.trimEnd() },
      ],
    });
  });

  it("separates scenarios without mistaking objects for them", async () => {
    const scenario = "id: mine\nmanifests:\n  - apiVersion: v1\n    kind: Pod\nsteps:\n  - title: x";
    const task = "apiVersion: tekton.dev/v1\nkind: Task\nsteps:\n  - name: x";
    const read = await readManifests([
      file("a.yaml", scenario),
      file("b.yaml", task),
      file("c.json", '{"id":"x","steps":[]}'),
    ]);
    expect(read).toMatchObject({ text: task, count: 1, scenarios: [scenario, '{"id":"x","steps":[]}'] });
  });

  it("names the files that it skips, and does not read them", async () => {
    const picture = { name: "a.png", size: 10 ** 9, text: () => Promise.reject(new Error("read")) };
    const read = await readManifests([picture, file("Makefile", "all:")]);
    expect(read).toMatchObject({ text: "", count: 0, passedOver: ["a.png", "Makefile"] });
  });

  it("limits the number and size of files", async () => {
    const half = file("a.yaml", "", 3 * 1024 * 1024);
    await expect(readManifests([half, half])).rejects.toMatchObject({ problem: "tooLarge" });
    await expect(readManifests(Array(101).fill(file("a.yaml", "")))).rejects.toMatchObject({ problem: "tooMany" });
    const folder = { name: "folder.yaml", size: 0, text: () => Promise.reject(new Error("no file")) };
    await expect(readManifests([folder])).rejects.toMatchObject({ problem: "unreadable" });
  });

  it("removes a byte order mark", async () => {
    expect((await readManifests([file("a.yaml", "\uFEFFkind: A")])).text).toBe("kind: A");
  });

  it("neither loses nor adds documents", async () => {
    const text = fc
      .tuple(fc.boolean(), fc.integer({ min: 1, max: 3 }), fc.constantFrom("", "\n", "\n\n"))
      .map(([begins, count, end]) => (begins ? "---\n" : "") + Array(count).fill("kind: A").join("\n---\n") + end);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
        const { text: joined } = await readManifests(texts.map((one, i) => file(`${i}.yaml`, one)));
        const each = texts.map((one) => documentsOf(one, []).length);
        expect(documentsOf(joined, [])).toHaveLength(each.reduce((sum, n) => sum + n, 0));
      }),
    );
  });
});

describe("isKubeconfig", () => {
  it.each([
    KUBECONFIG,
    '{"kind":"Config","clusters":[]}',
    '{\n  "contexts": [],\n  "kind": "Config"\n}',
    'kind: "Config"\nclusters:\n',
    "kind: Config\r\ncontexts: []\r\n",
    '{"a":1,\n\n"contexts": [], "kind": "Config" }',
  ])("recognizes %j", (text) => {
    expect(isKubeconfig(text)).toBe(true);
  });

  it.each(["kind: ConfigMap\nclusters: []", "kind: Config", "clusters: []", ""])("rejects %j", (text) => {
    expect(isKubeconfig(text)).toBe(false);
  });

  it("takes linear time for many empty lines", () => {
    const lines = "\n".repeat(1_000_000);
    for (const text of [`${lines}x`, `kind: Config${lines}x`, `kind: Config${" ".repeat(1_000_000)}x`]) {
      expect(isKubeconfig(text)).toBe(false);
    }
  });
});
