import { describe, expect, it } from "vitest";
import { connectOptions } from "./connectOptions.ts";

const options = (resource: string, subresource: string, query = "", path = "") =>
  connectOptions(resource, subresource, new URLSearchParams(query), path);

describe("connectOptions", () => {
  it.each([
    [
      "pods",
      "exec",
      "command=sh&command=-c&stdin=1&tty=true&stdout=false&container=c",
      "",
      "PodExecOptions",
      { stdin: true, tty: true, container: "c", command: ["sh", "-c"] },
    ],
    ["pods", "attach", "stdout=true", "", "PodAttachOptions", { stdout: true }],
    ["pods", "portforward", "ports=80&ports=443,x", "", "PodPortForwardOptions", { ports: [80, 443] }],
    ["pods", "proxy", "", "a/b", "PodProxyOptions", { path: "/a/b" }],
    ["services", "proxy", "", "", "ServiceProxyOptions", { path: "/" }],
    ["nodes", "proxy", "", "stats", "NodeProxyOptions", { path: "/stats" }],
  ])("parses the options of %s/%s", (resource, subresource, query, path, kind, fields) => {
    const version = { group: "", version: "v1" };
    expect(options(resource, subresource, query, path)).toEqual({ kind: { ...version, kind }, fields });
  });

  it("treats pod logs as ordinary reads without connect options", () => {
    expect(options("pods", "log")).toBeUndefined();
  });
});
