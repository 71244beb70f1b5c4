import { describe, expect, it } from "vitest";
import type { ObjectMeta } from "../../../../shared/object.ts";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { MAX_ANNOTATION_BYTES, validateLabelSelector } from "../../../ground/formats/names/labels.ts";
import { type MetadataRule, metadataChangeErrors, validateObjectMeta } from "./objectMeta.ts";

const changeErrors = immediately(metadataChangeErrors);

const texts = (errors: readonly { field: string; message: string }[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const vocabulary = createVocabulary();
const check = (meta: ObjectMeta): string[] =>
  texts(validateObjectMeta({ name: "x", namespace: "dev", ...meta }, { namespaced: true, vocabulary }));

describe("validateObjectMeta", () => {
  it("requires a name, and a namespace for namespaced kinds", () => {
    expect(texts(validateObjectMeta({}, { namespaced: true }))).toEqual([
      "metadata.name: Required value: name or generateName is required",
      "metadata.namespace: Required value",
    ]);
    expect(texts(validateObjectMeta({ name: "a", namespace: "b" }, { namespaced: false }))).toEqual([
      "metadata.namespace: Forbidden: not allowed on this type",
    ]);
  });

  it("limits the total size of annotations", () =>
    expect(check({ annotations: { a: "v".repeat(MAX_ANNOTATION_BYTES) } })).toEqual([
      "metadata.annotations: Too long: may not be more than 262144 bytes",
    ]));

  it("distinguishes standard finalizers from qualified ones", () => {
    expect(check({ finalizers: ["kubernetes", "orphan", "example.com/x"] })).toEqual([]);
    expect(check({ finalizers: ["nodomain"] })).toEqual([
      'metadata.finalizers[0]: Invalid value: "nodomain": name is neither a standard finalizer name nor is it fully qualified',
    ]);
    expect(check({ finalizers: ["orphan", "foregroundDeletion"] })).toEqual([
      'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
    ]);
    expect(texts(validateObjectMeta({ name: "x", finalizers: ["any"] }, { namespaced: false }))).toEqual([]);
  });

  it("requires complete owner references and at most one controller", () => {
    const owner = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid: name, controller: true });
    expect(check({ ownerReferences: [{ ...owner("o1"), apiVersion: "a/b/c" }] })).toEqual([
      'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
    ]);
    expect(check({ ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "", uid: "" }] })).toEqual([
      'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
    ]);
    expect(check({ ownerReferences: [owner("o1"), owner("o2")] })[0]).toMatch(
      /Only one reference can have Controller set to true\. Found "true" in references for ConfigMap\/o1 and ConfigMap\/o2$/,
    );
  });

  it("validates managed fields", () =>
    expect(check({ managedFields: [{ operation: "Update", manager: "m".repeat(129) }] })).toEqual([
      "metadata.managedFields[0].manager: Too long: may not be more than 128 bytes",
    ]));
});

describe("metadataChangeErrors", () => {
  const old: ObjectMeta = { name: "x", uid: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
  const errorsOf = (next: ObjectMeta, before = old, rules: readonly MetadataRule[] = ["change"]): string[] => {
    const errors = changeErrors(next, before, rules, { namespaced: false, vocabulary });
    return texts([...errors.general, ...rules.flatMap((rule) => errors[rule])]);
  };

  it("reports a change once per validation pass, like the reference", () => {
    const error = 'metadata.uid: Invalid value: "2": field is immutable';
    expect(errorsOf({ ...old, uid: "2" })).toEqual([error, error]);
    expect(errorsOf({ ...old, uid: "2" }, old, [])).toEqual([error]);
    expect(errorsOf({ ...old, uid: "2" }, old, ["whole", "whole"])).toEqual([error]);
  });

  it("validates the whole metadata for kinds that do", () => {
    const odd = { ...old, labels: { a: "b c" } };
    expect(
      [[], ["change"], ["whole"], ["whole", "change", "whole"]].map(
        (rules) => errorsOf(odd, old, rules as MetadataRule[]).length,
      ),
    ).toEqual([2, 3, 3, 5]);
    const finalizers = ["no domain"];
    const detail = "name is neither a standard finalizer name nor is it fully qualified";
    const domain = `metadata.finalizers[0]: Invalid value: "no domain": ${detail}`;
    const form = expect.stringMatching(/^metadata.finalizers: Invalid value: "no domain": name part must consist/);
    expect(errorsOf({ ...old, finalizers })).toEqual([form, domain]);
    expect(errorsOf({ ...old, finalizers }, old, ["change", "whole"])).toEqual([form, domain, form, domain]);
  });

  it("prints timestamps in the reference's format", () =>
    expect(errorsOf({ ...old, deletionTimestamp: "2001-01-01T00:00:00Z" })[0]).toBe(
      "metadata.deletionTimestamp: Invalid value: 2001-01-01 00:00:00 +0000 UTC: field is immutable",
    ));

  it("rejects new finalizers after deletion began", () => {
    const dying = { ...old, deletionTimestamp: "2026-01-02T00:00:00Z", finalizers: ["example.com/one"] };
    expect(errorsOf({ ...dying, finalizers: ["example.com/three"] }, dying)[0]).toBe(
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/three"}',
    );
    expect(errorsOf({ ...dying, finalizers: [] }, dying)).toEqual([]);
  });

  it("rejects a decremented generation", () =>
    expect(errorsOf({ ...old, generation: 1 }, { ...old, generation: 2 })[0]).toBe(
      "metadata.generation: Invalid value: 1: must not be decremented",
    ));
});

describe("validateLabelSelector", () => {
  it("validates operators and their values", () => {
    expect(
      texts(
        validateLabelSelector(
          {
            matchExpressions: [
              { key: "a", operator: "Near", values: ["x"] },
              { key: "a", operator: "In" },
              { key: "a", operator: "Exists", values: ["x"] },
              { key: "a b", operator: "Exists" },
            ],
          },
          "s",
        ),
      ).map((text) => text.slice(0, 60)),
    ).toEqual(
      [
        's.matchExpressions[0].operator: Invalid value: "Near": not a valid',
        "s.matchExpressions[1].values: Required value: must be specified",
        "s.matchExpressions[2].values: Forbidden: may not be specified when",
        's.matchExpressions[3].key: Invalid value: "a b": name part must',
      ].map((text) => text.slice(0, 60)),
    );
    expect(validateLabelSelector(undefined, "s")).toEqual([]);
  });
});
