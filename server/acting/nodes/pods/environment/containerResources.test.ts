import { expect, it } from "vitest";
import { resourceText } from "./containerResources.ts";

const text = (resource: string, divisor?: string, limits?: Record<string, string>, requests?: Record<string, string>) =>
  resourceText(
    { resource, ...(divisor === undefined ? {} : { divisor }) },
    { resources: { ...(limits && { limits }), ...(requests && { requests }) } },
    { cpu: "4", memory: "8Gi" },
  );

it("divides by the divisor and rounds up", () => {
  expect(text("limits.cpu", undefined, { cpu: "1250m" })).toBe("2");
  expect(text("limits.cpu", "1m", { cpu: "1250m" })).toBe("1250");
  expect(text("requests.cpu", "1m", {}, { cpu: "250m" })).toBe("250");
  expect(text("limits.memory", "1Mi", { memory: "64Mi" })).toBe("64");
  expect(text("limits.memory", "0", { memory: "1k" })).toBe("1000");
  expect(text("limits.hugepages-2Mi", "1Mi", { "hugepages-2Mi": "4Mi" })).toBe("4");
});

it("uses the node's allocatable if there is no limit and 0 if there is no request", () => {
  expect(text("limits.cpu")).toBe("4");
  expect(text("limits.memory", "1Gi")).toBe("8");
  expect(text("limits.cpu", undefined, { cpu: "0" })).toBe("4");
  expect(text("requests.cpu")).toBe("0");
});
