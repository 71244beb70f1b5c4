import { expect, it } from "vitest";
import { ME } from "../askedSubject.ts";
import { bindingName, bindingText, subjectOf } from "./bindingText.ts";
import { parseDrafts } from "./parseDrafts.ts";

const role = { kind: "ClusterRole", name: "view" };

it("creates documents that a draft accepts", () => {
  const [made] = parseDrafts(bindingText("g", role, { ...ME, kind: "group", name: "Dev Ops" }, "n"), "g").objects;
  expect(made).toMatchObject({ kind: "RoleBinding", namespace: "n", name: "view-dev-ops" });
  const wide = parseDrafts(bindingText("g", role, { ...ME, kind: "user", name: "alice" }, ""), "g").objects[0];
  expect(wide).toMatchObject({ kind: "ClusterRoleBinding", namespace: "", object: { roleRef: { name: "view" } } });
});

it("recognizes service accounts in any notation", () => {
  const account = { kind: "ServiceAccount", name: "b", namespace: "ci" };
  expect(subjectOf({ ...ME, kind: "account", name: "b", namespace: "ci" }, "g")).toEqual(account);
  expect(subjectOf({ ...ME, kind: "user", name: "system:serviceaccount:ci:b" }, "g")).toEqual(account);
});

it("creates names that the API accepts", () => {
  expect(bindingName("system:node", "Zoë@example.com")).toBe("system-node-zo-example.com");
});
