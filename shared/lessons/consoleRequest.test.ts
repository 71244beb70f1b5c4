import { expect, it } from "vitest";
import { decodeViewAs, VIEW_AS_HEADER } from "../viewAs.ts";
import { consoleRequest } from "./consoleRequest.ts";

const pathOf = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, fieldManager = "a b"): string =>
  consoleRequest({ method, path }, fieldManager).path;

it("adds the field manager to the path of a write", () => {
  expect(pathOf("POST", "/api/v1/namespaces")).toBe("/api/v1/namespaces?fieldManager=a%20b");
  expect(pathOf("PATCH", "/api/v1/nodes/a?dryRun=All")).toBe("/api/v1/nodes/a?dryRun=All&fieldManager=a%20b");
});

it("leaves the path unchanged if it has a field manager, writes no fields, or has no manager to add", () => {
  expect(pathOf("POST", "/api/v1/pods?fieldManager=me")).toBe("/api/v1/pods?fieldManager=me");
  expect(pathOf("GET", "/api/v1/pods")).toBe("/api/v1/pods");
  expect(pathOf("DELETE", "/api/v1/pods/a")).toBe("/api/v1/pods/a");
  expect(pathOf("POST", "/api/v1/pods", "")).toBe("/api/v1/pods");
});

it("sends the impersonated user in the console's own header", () => {
  expect(consoleRequest({ method: "GET", path: "/api" }, "x").headers).toEqual({});
  const { headers } = consoleRequest({ method: "GET", path: "/api", as: "zoë" }, "x");
  expect(decodeViewAs(headers[VIEW_AS_HEADER] ?? "")).toEqual({ username: "zoë", groups: [] });
});
