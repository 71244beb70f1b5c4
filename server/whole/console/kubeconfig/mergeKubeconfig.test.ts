import { describe, expect, it } from "vitest";
import { kubeconfigText } from "../../../access/authentication/kubeconfig.ts";
import { mergeContexts, parseKubeconfig } from "../../../access/kubeconfig/contexts.ts";
import { mergeDiff, mergeKubeconfig } from "./mergeKubeconfig.ts";

const addition = kubeconfigText({
  server: "https://127.0.0.1:1",
  authority: "AUTHORITY",
  client: { certificate: "CERTIFICATE", key: "PRIVATE" },
});
const existing = `# my clusters
apiVersion: v1
clusters:
- name: prod # careful
  cluster: {server: "https://me:pass@prod"}
users:
- name: prod
  user:
    token: very-secret
    exec: {command: login, args: [--password, hidden1], env: [{name: KEY, value: hidden2}]}
    auth-provider: {name: oidc, config: {client-secret: hidden3, other: hidden4}}
contexts:
- {name: prod, context: {cluster: prod, user: prod}}
current-context: prod
`;

describe("mergeKubeconfig", () => {
  it("adds the entries and keeps the rest, including comments", () => {
    const merged = mergeKubeconfig(existing, addition, "orrery-a");
    expect(merged).toContain("# my clusters");
    expect(merged).toContain("# careful");
    const { contexts, current } = mergeContexts([parseKubeconfig({ text: merged })]);
    expect(current).toBe("prod");
    expect(contexts.map(({ name, cluster }) => [name, cluster?.fields["server"]])).toEqual([
      ["prod", "https://me:pass@prod"],
      ["orrery-a", "https://127.0.0.1:1"],
    ]);
  });

  it.each(["", "clusters: []\nusers: null\n", "{}"])("creates a complete kubeconfig from %j", (before) => {
    const { contexts, current } = mergeContexts([parseKubeconfig({ text: mergeKubeconfig(before, addition, "a") })]);
    expect(current).toBe("a");
    expect(contexts[0]).toMatchObject({ cluster: { name: "a" }, user: { name: "a" } });
  });

  it("changes nothing when it merges the same again", () => {
    const once = mergeKubeconfig(existing, addition, "a");
    expect(mergeKubeconfig(once, addition, "a")).toBe(once);
    expect(mergeDiff(once, once).every(({ kind }) => kind === "same")).toBe(true);
  });

  it("refuses a file that it cannot parse", () => {
    expect(() => mergeKubeconfig("a: [", addition, "a")).toThrow(/not valid YAML/);
  });
});

describe("the displayed diff", () => {
  it("contains no secrets of either file", () => {
    const shown = JSON.stringify(mergeDiff(existing, mergeKubeconfig(existing, addition, "a")));
    for (const secret of ["very-secret", "hidden", "pass", "my clusters", Buffer.from("PRIVATE").toString("base64")]) {
      expect(shown).not.toContain(secret);
    }
    expect(shown).toContain("https://127.0.0.1:1");
  });

  it("shows a changed secret as a changed line", () => {
    const other = existing.replace("very-secret", "another");
    expect(mergeDiff(existing, other).filter(({ kind }) => kind !== "same")).toHaveLength(2);
    expect(mergeDiff(existing, existing).filter(({ kind }) => kind !== "same")).toEqual([]);
  });
});
