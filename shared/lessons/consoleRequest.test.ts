import { expect, it } from "vitest";
import { decodeViewAs, VIEW_AS_HEADER } from "../viewAs.ts";
import { consoleRequest } from "./consoleRequest.ts";

const pathOf = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, fieldManager = "a b"): string =>
  consoleRequest({ method, path }, fieldManager).path;

it("names the owner of the fields in the path of a write", () => {
  expect(pathOf("POST", "/api/v1/namespaces")).toBe("/api/v1/namespaces?fieldManager=a%20b");
  expect(pathOf("PATCH", "/api/v1/nodes/a?dryRun=All")).toBe("/api/v1/nodes/a?dryRun=All&fieldManager=a%20b");
});

it("leaves a path that names an owner, that writes no fields, or that has none", () => {
  expect(pathOf("POST", "/api/v1/pods?fieldManager=me")).toBe("/api/v1/pods?fieldManager=me");
  expect(pathOf("GET", "/api/v1/pods")).toBe("/api/v1/pods");
  expect(pathOf("DELETE", "/api/v1/pods/a")).toBe("/api/v1/pods/a");
  expect(pathOf("POST", "/api/v1/pods", "")).toBe("/api/v1/pods");
});

it("names the user to act as in the console's own header", () => {
  expect(consoleRequest({ method: "GET", path: "/api" }, "x").headers).toEqual({});
  const { headers } = consoleRequest({ method: "GET", path: "/api", as: "zoë" }, "x");
  expect(decodeViewAs(headers[VIEW_AS_HEADER] ?? "")).toEqual({ username: "zoë", groups: [] });
});
