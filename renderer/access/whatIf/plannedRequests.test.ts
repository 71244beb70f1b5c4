import { expect, it } from "vitest";
import { parse } from "yaml";
import { ME } from "../askedSubject.ts";
import { bindingText } from "./bindingText.ts";
import { parseDrafts } from "./parseDrafts.ts";
import { plannedRequests } from "./plannedRequests.ts";

const role = "apiVersion: g/v1\nkind: Role\nmetadata: {name: r, namespace: n}\nrules: []\n";
const binding = bindingText("g", { kind: "Role", name: "r" }, { ...ME, kind: "group", name: "dev" }, "n");
const { objects } = parseDrafts(`${binding}---\n${role}`, "g");

it("sends roles before bindings, and removes bindings before roles", () => {
  const planned = plannedRequests(
    objects,
    [
      { kind: "ClusterRole", namespace: "", name: "old" },
      { kind: "ClusterRoleBinding", namespace: "", name: "old" },
    ],
    "g",
    "me",
  );
  expect(planned.map(({ request }) => `${request.method} ${request.path}`)).toEqual([
    "PATCH /apis/g/v1/namespaces/n/roles/r?fieldManager=me&fieldValidation=Strict",
    "PATCH /apis/g/v1/namespaces/n/rolebindings/r-dev?fieldManager=me&fieldValidation=Strict",
    "DELETE /apis/g/v1/clusterrolebindings/old",
    "DELETE /apis/g/v1/clusterroles/old",
  ]);
  expect(parse(String(planned[0]?.request.body))).toEqual(objects[1]?.object);
  expect(planned[2]?.request.body).toBeUndefined();
});

it("forces conflicts only on request", () => {
  expect(plannedRequests(objects, [], "g", "me", true)[0]?.request.path).toContain("&force=true");
});
