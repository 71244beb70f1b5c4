import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished } from "../../../../shared/steps.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { endpointSliceStrategy } from "./endpointSliceStrategy.ts";

const context = testContext();
const slice = (more: object = {}): ApiObject => ({
  metadata: { name: "s", namespace: "dev" },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.0.0.1"] }],
  ports: [{ name: "http", port: 80, protocol: "TCP" }],
  ...more,
});
const errors = (more?: object): string[] => texts(strategyErrors(endpointSliceStrategy, context, slice(more)));

describe("EndpointSlice", () => {
  it.each([
    [{}],
    [{ addressType: "IPv6", endpoints: [{ addresses: ["2001:db8::1"] }] }],
    [{ addressType: "FQDN", endpoints: [{ addresses: ["a.example"] }] }],
    [{ endpoints: [], ports: [] }],
  ])("%j is valid", (more) => expect(errors(more)).toEqual([]));

  it.each<[object, RegExp]>([
    [{ addressType: "IPX" }, /^addressType: Unsupported value: "IPX"/],
    [{ endpoints: [{ addresses: [] }] }, /^endpoints\[0\]\.addresses: Required value/],
    [{ endpoints: [{ addresses: ["nowhere"] }] }, /^endpoints\[0\]\.addresses\[0\]: Invalid value: "nowhere"/],
    [{ endpoints: [{ addresses: ["2001:db8::1"] }] }, /^endpoints\[0\]\.addresses\[0\]: Invalid value/],
    [{ endpoints: [{ addresses: ["127.0.0.1"] }] }, /^endpoints\[0\]\.addresses\[0\]: Invalid value/],
    [{ ports: [{ name: "http" }, { name: "http" }] }, /ports\[1\]\.name: Duplicate value/],
    [{ ports: [{ name: "Not A Name" }] }, /^ports\[0\]\.name: Invalid value/],
  ])("%j is rejected", (more, expected) => {
    expect(errors(more).join("\n")).toMatch(expected);
  });

  it("has an immutable address type", () => {
    const next = slice({ addressType: "FQDN", endpoints: [{ addresses: ["a.example"] }] });
    expect(texts(strategyErrors(endpointSliceStrategy, context, next, slice())).join()).toMatch(
      /^addressType: Invalid value: "FQDN": field is immutable/,
    );
  });

  it("increments the generation for any change outside metadata", () => {
    const next = slice({ ports: [] });
    atOnce(finished(endpointSliceStrategy.prepareForUpdate?.(context, next, slice())));
    expect(next.metadata.generation).toBe(1);
  });
});
