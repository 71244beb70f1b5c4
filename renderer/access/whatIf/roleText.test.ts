import { expect, it } from "vitest";
import { parseDrafts } from "./parseDrafts.ts";
import { roleFor } from "./roleText.ts";

const LOGS = {
  resourceRequest: true,
  verb: "get",
  group: "",
  resource: "pods",
  subresource: "log",
  namespace: "shop",
  name: "",
} as const;

it("allows exactly the denied request in its namespace", () => {
  const role = roleFor("g", LOGS);
  expect(role).toMatchObject({ kind: "Role", name: "pods-log-get" });
  expect(parseDrafts(role.text, "g").objects).toMatchObject([
    {
      kind: "Role",
      namespace: "shop",
      name: "pods-log-get",
      object: { rules: [{ apiGroups: [""], resources: ["pods/log"], verbs: ["get"] }] },
    },
  ]);
  const one = roleFor("g", { ...LOGS, group: "apps", resource: "deployments", subresource: "", name: "web" });
  expect(parseDrafts(one.text, "g").objects[0]?.object).toMatchObject({
    rules: [{ apiGroups: ["apps"], resources: ["deployments"], resourceNames: ["web"], verbs: ["get"] }],
  });
});

it("is a ClusterRole for a request without a namespace", () => {
  expect(roleFor("g", { ...LOGS, namespace: "" }).kind).toBe("ClusterRole");
  const path = roleFor("g", { resourceRequest: false, verb: "get", path: "/metrics" });
  expect(path).toMatchObject({ kind: "ClusterRole", name: "metrics-get" });
  expect(path.text).toContain("nonResourceURLs:");
});
