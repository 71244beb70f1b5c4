import { expect, it } from "vitest";
import { accessFlags, asHeaders, shellAccess } from "./shellAccess.ts";

const context = { kind: "remote", apiServer: "https://far", kubeconfig: "/home/a b/config", context: "far" } as const;

it("uses the files beside a sandbox's kubeconfig", () => {
  const sandbox = { kind: "sandbox", apiServer: "https://127.0.0.1:1", kubeconfig: "/data/one/kubeconfig" } as const;
  expect(shellAccess(sandbox, undefined)).toEqual({
    server: "https://127.0.0.1:1",
    credentials: "--cacert /data/one/pki/ca.crt --cert /data/one/pki/admin.crt --key /data/one/pki/admin.key",
    kubeconfig: "/data/one/kubeconfig",
    context: undefined,
    viewAs: undefined,
  });
});

it("uses the kubeconfig only if there is a file", () => {
  const files = ["/k/config", "C:\\k\\config", "\\\\host\\k", "pasted kubeconfig"].map(
    (kubeconfig) => shellAccess({ ...context, kubeconfig, context: "far" }, undefined).kubeconfig,
  );
  expect(files).toEqual(["/k/config", "C:\\k\\config", "\\\\host\\k", undefined]);
});

it("reads a context's certificates and tokens at run time and contains none", () => {
  const credentials = (login: "certificate" | "token" | "exec" | "none") =>
    shellAccess({ ...context, login }, undefined).credentials;
  expect(credentials("certificate")).toContain(
    "--cacert <(kubectl config view --kubeconfig '/home/a b/config' --context far --raw --minify --flatten " +
      "-o jsonpath='{.clusters[0].cluster.certificate-authority-data}' | base64 -d)",
  );
  expect(credentials("certificate")).toContain("client-key-data");
  expect(credentials("token")).toMatch(/-H "Authorization: Bearer \$\(kubectl config view .*user\.token}'\)"/);
  expect(credentials("exec")).toContain('"Authorization: Bearer $TOKEN"');
  expect(credentials("none")).not.toContain("-H");
  expect(shellAccess({ ...context, insecure: true, login: "none" }, undefined).credentials).toBe("-k");
});

it("impersonates another identity by flags and by headers", () => {
  const viewAs = { username: "alice", groups: ["dev"] };
  expect(accessFlags("kubectl", { viewAs })).toEqual(["--as", "alice", "--as-group", "dev"]);
  expect(accessFlags("helm", { viewAs, context: "far" })).toEqual([
    "--kube-as-user",
    "alice",
    "--kube-as-group",
    "dev",
    "--kube-context",
    "far",
  ]);
  expect(asHeaders(viewAs)).toEqual(["Impersonate-User: alice", "Impersonate-Group: dev"]);
  expect([accessFlags("kubectl", {}), asHeaders(undefined)]).toEqual([[], []]);
});
