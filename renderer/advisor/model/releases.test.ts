import { expect, it } from "vitest";
import { askableReleases, targetOf } from "./releases.ts";

it("uses the server's own release unless the address has another", () => {
  expect(targetOf("", "v1.31.4+k3s1")).toBe("1.31");
  expect(targetOf("1.25", "v1.31.4")).toBe("1.25");
  expect(targetOf("", undefined)).toBe("1.32");
});

it("is limited to the releases of the table", () => {
  expect(targetOf("1.99", "v1.31.4")).toBe("1.35");
  expect(targetOf("1.2", "v1.31.4")).toBe("1.31");
  expect(targetOf("nonsense", "something")).toBe("1.32");
});

it("offers every release of the table, the newest first", () => {
  const releases = askableReleases();
  expect(releases[0]).toBe("1.35");
  expect(releases.at(-1)).toBe("1.16");
  expect(releases).toHaveLength(20);
});
