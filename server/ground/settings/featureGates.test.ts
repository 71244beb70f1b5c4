import { describe, expect, it } from "vitest";
import { createFeatureGates } from "./featureGates.ts";
import { KNOWN_GATES } from "./knownGates.ts";
import { OptionError } from "./optionError.ts";

describe("createFeatureGates", () => {
  it("starts from the defaults", () => {
    const gates = createFeatureGates();
    for (const [name, known] of Object.entries(KNOWN_GATES)) expect(gates.enabled(name)).toBe(known.default);
    expect(gates.enabled("APIResponseCompression")).toBe(true);
    expect(gates.enabled("CBORServingAndStorage")).toBe(false);
  });

  it("accepts settings of single gates", () => {
    const gates = createFeatureGates({ APIResponseCompression: "false", CBORServingAndStorage: "True" });
    expect(gates.enabled("APIResponseCompression")).toBe(false);
    expect(gates.enabled("CBORServingAndStorage")).toBe(true);
  });

  it("applies AllAlpha and AllBeta, with single settings taking precedence", () => {
    const gates = createFeatureGates({ CBORServingAndStorage: "false", AllAlpha: "true", AllBeta: "false" });
    expect(gates.enabled("AllowUnsafeMalformedObjectDeletion")).toBe(true);
    expect(gates.enabled("CBORServingAndStorage")).toBe(false);
    expect(gates.enabled("APIResponseCompression")).toBe(false);
    expect(gates.enabled("APIListChunking")).toBe(true);
  });

  it("refuses to change a locked gate", () => {
    expect(createFeatureGates({ APIListChunking: "true" }).enabled("APIListChunking")).toBe(true);
    expect(() => createFeatureGates({ APIListChunking: "false" })).toThrow(
      new OptionError("cannot set feature gate APIListChunking to false, feature is locked to true"),
    );
  });

  it("refuses unknown gates and values that are not booleans", () => {
    expect(() => createFeatureGates({ Gremlins: "true" })).toThrow(
      new OptionError("unrecognized feature gate: Gremlins"),
    );
    expect(() => createFeatureGates({ AllAlpha: "maybe" })).toThrow(/AllAlpha must be true or false, not "maybe"/);
    expect(() => createFeatureGates().enabled("Gremlins")).toThrow(TypeError);
  });
});
