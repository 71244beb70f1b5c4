import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OptionError } from "../../ground/settings/optionError.ts";
import { parseExplainFlags } from "./explainFlags.ts";

const question = (...argv: string[]) => parseExplainFlags(argv).question;
const pods = { verb: "get", resource: "pods", name: "", subresource: "", namespace: undefined };

describe("parseExplainFlags", () => {
  it.each([
    [["get", "pods"], pods],
    [["can", "get", "pods", "web", "-n", "dev"], { ...pods, name: "web", namespace: "dev" }],
    [["get", "pods/web", "-A"], { ...pods, name: "web", namespace: "" }],
    [["get", "pods", "--subresource", "log"], { ...pods, subresource: "log" }],
    [["can", "/healthz", "get"], { verb: "get", path: "/healthz" }],
    [["GET", "/healthz"], { verb: "get", path: "/healthz" }],
  ])("%j", (argv, expected) => {
    expect(question(...argv)).toEqual(expected);
  });

  it("accepts a user with groups", () => {
    expect(parseExplainFlags(["--as", "alice", "--as-group", "a", "--as-group", "b", "get", "pods"]).as).toEqual({
      username: "alice",
      groups: ["a", "b"],
    });
    expect(parseExplainFlags(["get", "pods"]).as).toBeUndefined();
  });

  it.each([
    [[], "missing required argument 'words'"],
    [["get"], "say a verb and a resource, or a verb and a path"],
    [["get", "pods", "a", "b"], 'unexpected argument "b"'],
    [["get", "pods/a", "b"], "the name is given twice"],
    [["get", "/x", "-n", "dev"], "paths have neither namespace nor sub-resource"],
    [["get", "pods", "-A", "-n", "dev"], "--namespace and --all-namespaces exclude each other"],
    [["get", "pods", "--as-group", "a"], "--as-group needs --as"],
    [["get", "pods", "-o", "yaml"], "--output must be text or json"],
    [["get", "pods", "--wide"], "unknown option '--wide'"],
  ])("refuses %j", (argv, message) => {
    expect(() => parseExplainFlags(argv)).toThrow(new OptionError(message));
  });
});

describe("the server to connect to", () => {
  it("comes from the data folder's kubeconfig, or from flags", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-explain-"));
    try {
      const config = {
        "current-context": "c",
        contexts: [{ name: "c", context: { cluster: "s", user: "u" } }],
        clusters: [{ name: "s", cluster: { server: "https://h:1" } }],
        users: [{ name: "u", user: { token: "t" } }],
      };
      await writeFile(join(folder, "kubeconfig"), JSON.stringify(config));
      const server = (...argv: string[]) => parseExplainFlags(["get", "pods", ...argv]).server();
      expect(await server("--data-dir", folder)).toEqual({ url: "https://h:1", token: "t" });
      expect(await server("--server", "https://h:2", "--token", "x")).toEqual({
        url: "https://h:2",
        token: "x",
        insecureSkipVerify: false,
      });
      await expect(server("--kubeconfig", join(folder, "none"))).rejects.toThrow(OptionError);
      await expect(server("--data-dir", folder, "--token", "x")).rejects.toThrow("need --server");
      await expect(server("--server", "ftp://h")).rejects.toThrow("--server must be a URL");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
