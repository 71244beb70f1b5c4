import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KubeconfigError, type KubeconfigText, mergeContexts, parseKubeconfig, readKubeconfig } from "./contexts.ts";

const config = (name: string, server: string, extra = ""): string =>
  `clusters: [{name: ${name}, cluster: {server: "${server}"}}]
users: [{name: ${name}, user: {token: t-${server.length}}}]
contexts: [{name: ${name}, context: {cluster: ${name}, user: ${name}, namespace: dev}}]
${extra}`;

const merged = (texts: readonly KubeconfigText[]) => mergeContexts(texts.map(parseKubeconfig));

describe("mergeContexts", () => {
  it("joins contexts with their clusters and users, also across files", () => {
    const { contexts, current } = merged([
      { path: "/a/one", text: "contexts: [{name: x, context: {cluster: far, user: me}}]\ncurrent-context: x" },
      {
        path: "/b/two",
        text: "clusters: [{name: far, cluster: {server: https://far}}]\nusers: [{name: me, user: {}}]",
      },
    ]);
    expect(current).toBe("x");
    expect(contexts).toMatchObject([
      {
        name: "x",
        source: "/a/one",
        cluster: { folder: "/b", fields: { server: "https://far" } },
        user: { name: "me" },
      },
    ]);
  });

  it("uses the first definition of a name and the first current context", () => {
    const { contexts, current } = merged([
      { path: "/1", text: config("a", "https://first") },
      { path: "/2", text: config("a", "https://second", "current-context: second") },
      { path: "/3", text: config("b", "https://third", "current-context: third") },
    ]);
    expect(current).toBe("second");
    expect(contexts.map(({ name, cluster }) => [name, cluster?.fields["server"]])).toEqual([
      ["a", "https://first"],
      ["b", "https://third"],
    ]);
  });

  it("keeps a context whose cluster or user is missing", () => {
    const { contexts } = merged([{ text: "contexts: [{name: x, context: {cluster: gone}}]", label: "pasted" }]);
    expect(contexts[0]).toMatchObject({ source: "pasted", clusterName: "gone", cluster: undefined, user: undefined });
  });

  it("ignores files after the one that defines a name", () => {
    const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 });
    fc.assert(
      fc.property(names, names, (first: string[], second: string[]) => {
        const text = (list: string[], server: string) => list.map((name) => ({ text: config(name, server) }));
        const both = merged([...text(first, "https://1"), ...text(second, "https://2")]).contexts;
        expect(both.map(({ name }) => name)).toEqual([...new Set([...first, ...second])]);
        for (const { name, cluster } of both) {
          expect(cluster?.fields["server"]).toBe(first.includes(name) ? "https://1" : "https://2");
        }
      }),
    );
  });
});

describe.each([
  { name: "parseKubeconfig", read: async (text: KubeconfigText) => parseKubeconfig(text) },
  { name: "readKubeconfig", read: readKubeconfig },
])("$name", ({ read }) => {
  it.each(["a: [", "- 1", "text", "clusters: text"])("rejects %j without quoting it", async (text) => {
    const reading = read({ text: `${text}\n# secret-token`, path: "/p" });
    await expect(reading).rejects.toThrow(KubeconfigError);
    await expect(reading).rejects.not.toThrow(/secret-token/);
  });

  it("treats an empty file as an empty configuration", async () => {
    expect(await read({ text: "\n", path: "/p" })).toEqual({ path: "/p", fields: {} });
  });

  it("reads many contexts as it reads one", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `cluster-${i}`);
    const text = `contexts:\n${names.map((name) => `- name: ${name}\n  context: {cluster: ${name}}\n`).join("")}`;
    const { contexts } = mergeContexts([await read({ text, path: "/p" })]);
    expect(contexts.map(({ clusterName }) => clusterName)).toEqual(names);
  });

  it("refuses a text that is too long for a kubeconfig", async () => {
    const reading = read({ text: "#".repeat(4 * 1024 * 1024 + 1), label: "pasted" });
    await expect(reading).rejects.toThrow("pasted is too long for a kubeconfig");
  });
});
