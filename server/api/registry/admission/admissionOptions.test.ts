import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { admissionOptions } from "./admissionOptions.ts";

const vocabulary = createVocabulary();

describe("admissionOptions", () => {
  it("has the options kind of the operation", () => {
    const sent = { fieldManager: "me", force: true };
    expect(admissionOptions("CREATE", sent, vocabulary)).toEqual({
      kind: "CreateOptions",
      apiVersion: "meta.k8s.io/v1",
      fieldManager: "me",
    });
    expect(admissionOptions("UPDATE", {}, vocabulary)).toEqual({ kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1" });
    expect(admissionOptions("DELETE", { apiVersion: "v1", gracePeriodSeconds: 0 }, vocabulary)).toEqual({
      kind: "DeleteOptions",
      apiVersion: "meta.k8s.io/v1",
      gracePeriodSeconds: 0,
    });
    expect(admissionOptions("CONNECT", sent, vocabulary)).toEqual({});
  });

  it("names a dry run in the API's form", () => {
    expect(admissionOptions("DELETE", { dryRun: true }, vocabulary)["dryRun"]).toEqual(["All"]);
    expect(admissionOptions("CREATE", { dryRun: ["All"] }, vocabulary)["dryRun"]).toEqual(["All"]);
    expect(admissionOptions("DELETE", { dryRun: false }, vocabulary)).not.toHaveProperty("dryRun");
  });
});
