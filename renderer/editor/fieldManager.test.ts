import { afterEach, expect, it, vi } from "vitest";
import { encodeViewAs } from "../../shared/viewAs.ts";
import { fieldManager } from "./applyRequest.ts";

afterEach(() => vi.unstubAllGlobals());

/** Impersonates a user on cluster `c`. */
function viewAs(username: string): void {
  const kept: Record<string, string> = { "orrery.viewAs.c": encodeViewAs({ username, groups: [] }) };
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept[key] ?? null });
}

it("is the console's own name, with a distinct one for each impersonated subject", () => {
  expect(fieldManager("c")).toBe("orrery-console");
  viewAs("alice");
  expect(fieldManager("c")).toBe("orrery-console-alice");
  expect(fieldManager("other")).toBe("orrery-console");
});

it("is printable and within the API's length limit", () => {
  viewAs(`Jörg ${"x".repeat(200)}`);
  expect(fieldManager("c")).toMatch(/^orrery-console-J-rg-x+$/);
  expect(fieldManager("c")).toHaveLength(128);
});
