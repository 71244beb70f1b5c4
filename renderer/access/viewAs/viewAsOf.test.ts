import { expect, it } from "vitest";
import { ME } from "../askedSubject.ts";
import { viewAsOf } from "./viewAsOf.ts";

it("omits groups that the server derives itself", () => {
  expect(viewAsOf({ ...ME, kind: "user", name: " alice ", groups: ["dev"] })).toEqual({
    username: "alice",
    groups: ["dev"],
  });
  expect(viewAsOf({ ...ME, kind: "account", name: "b", namespace: "ci" })).toEqual({
    username: "system:serviceaccount:ci:b",
    groups: [],
  });
});

it("views as a group through a member that no binding names", () => {
  expect(viewAsOf({ ...ME, kind: "group", name: "dev" })).toEqual({ username: "any-member-of:dev", groups: ["dev"] });
});

it("requires a subject that can send requests", () => {
  expect(viewAsOf(ME)).toBeUndefined();
  expect(viewAsOf({ ...ME, kind: "user" })).toBeUndefined();
  expect(viewAsOf({ ...ME, kind: "account", name: "b" })).toBeUndefined();
});
