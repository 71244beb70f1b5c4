import { describe, expect, it } from "vitest";
import { clientLine, clientLines } from "./clientLine.ts";
import type { ShownRequest } from "./shownRequest.ts";

const sent = (method: string, path: string, more: Partial<ShownRequest> = {}): ShownRequest => ({
  method,
  path,
  ...more,
});

describe("clientLine", () => {
  it.each([
    [
      "GET",
      "/api/v1/namespaces/dev/pods?labelSelector=a%3Db&limit=500",
      "kubectl get pods -n dev -l a=b --chunk-size 500",
    ],
    ["GET", "/api/v1/pods", "kubectl get pods -A"],
    ["GET", "/api/v1/namespaces", "kubectl get namespaces"],
    ["GET", "/api/v1/namespaces/dev", "kubectl get namespaces dev -o yaml"],
    [
      "GET",
      "/apis/apps/v1/namespaces/dev/deployments/web/scale",
      "kubectl get deployments.v1.apps web -n dev --subresource scale -o yaml",
    ],
    ["DELETE", "/api/v1/namespaces/dev/pods/a", "kubectl delete pods a -n dev"],
    ["GET", "/livez?verbose=", "kubectl get --raw '/livez?verbose='"],
    ["GET", "/api/v1/pods?timeoutSeconds=5", "kubectl get --raw '/api/v1/pods?timeoutSeconds=5'"],
    ["GET", "/api/v1/namespaces/dev/pods/a/proxy/x", "kubectl get --raw /api/v1/namespaces/dev/pods/a/proxy/x"],
  ])("%s %s", (method, path, line) => {
    expect(clientLine(sent(method, path), {})).toBe(line);
  });

  it("follows a list", () => {
    const path = "/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=5";
    expect(clientLine(sent("GET", path, { kind: "watch" }), {})).toBe("kubectl get pods -A --watch");
  });

  it("writes", () => {
    const maps = "/api/v1/namespaces/dev/configmaps";
    expect(clientLine(sent("POST", `${maps}?dryRun=All`, { body: '{"it":"isn\'t"}' }), {})).toBe(
      `kubectl create -n dev -f - <<< '{"it":"isn'\\''t"}' --dry-run=server`,
    );
    expect(
      clientLine(sent("PATCH", `${maps}/a`, { contentType: "application/merge-patch+json", body: "{}" }), {}),
    ).toBe("kubectl patch configmaps a -n dev --type merge -p '{}'");
    expect(
      clientLine(
        sent("PATCH", `${maps}/a?fieldManager=me&force=true`, {
          contentType: "application/apply-patch+yaml",
          body: "a: b",
        }),
        {},
      ),
    ).toBe("kubectl apply --server-side -n dev -f - <<< 'a: b' --field-manager me --force-conflicts");
    expect(clientLine(sent("PATCH", `${maps}/a`, { contentType: "text/odd", body: "{}" }), {})).toBeUndefined();
  });

  it("impersonates the current identity", () => {
    const viewAs = { username: "alice b", groups: ["dev", "qa"] };
    expect(clientLine(sent("GET", "/api/v1/pods"), { viewAs })).toBe(
      "kubectl get pods -A --as 'alice b' --as-group dev --as-group qa",
    );
    expect(clientLine(sent("GET", "/livez"), { viewAs })).toBe(
      "kubectl get --raw /livez --as 'alice b' --as-group dev --as-group qa",
    );
    const pods = { resource: "pods", version: "v1", group: "" };
    expect(
      clientLines("delete", pods, [{ name: "p", namespace: "n" }], [], { viewAs: { username: "bob", groups: [] } }),
    ).toEqual(["kubectl delete pods p -n n --as bob"]);
  });

  it("includes the cluster, so that a pasted line does not use the shell's current one", () => {
    const access = { kubeconfig: "/home/a b/config", context: "prod" };
    const flags = "--kubeconfig '/home/a b/config' --context prod";
    expect(clientLine(sent("DELETE", "/api/v1/namespaces/dev/pods/a"), access)).toBe(
      `kubectl delete pods a -n dev ${flags}`,
    );
    expect(clientLine(sent("POST", "/api/v1/nodes", { body: "{}" }), access)).toBe(
      `kubectl create -f - <<< '{}' ${flags}`,
    );
    expect(clientLine(sent("GET", "/livez"), access)).toBe(`kubectl get --raw /livez ${flags}`);
    const nodes = { resource: "nodes", version: "v1", group: "" };
    expect(clientLines("delete", nodes, [{ name: "n", namespace: "" }], [], access)).toEqual([
      `kubectl delete nodes n ${flags}`,
    ]);
  });

  it("omits withheld bodies", () => {
    expect(clientLine(sent("POST", "/api/v1/namespaces/dev/secrets", { bodyWithheld: true }), {})).toBe(
      "kubectl create -n dev -f - < body.json",
    );
  });
});

describe("clientLines", () => {
  it("has one line per namespace", () => {
    const objects = [
      { name: "x", namespace: "a" },
      { name: "y", namespace: "b" },
      { name: "z", namespace: "a" },
    ];
    expect(
      clientLines(
        "delete",
        { resource: "deployments", version: "v1", group: "apps" },
        objects,
        ["--cascade=orphan"],
        {},
      ),
    ).toEqual([
      "kubectl delete deployments.v1.apps x z -n a --cascade=orphan",
      "kubectl delete deployments.v1.apps y -n b --cascade=orphan",
    ]);
    expect(
      clientLines("label", { resource: "nodes", version: "v1", group: "" }, [{ name: "n", namespace: "" }], ["a-"], {}),
    ).toEqual(["kubectl label nodes n a-"]);
  });
});
