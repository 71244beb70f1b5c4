import { describe, expect, it } from "vitest";
import { atOnce } from "../../../shared/steps.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import type { Definition } from "./definition.ts";
import { acceptNames, trustsRoots } from "./definitionNames.ts";
import { NameIndex, type TakenNames } from "./nameIndex.ts";
import { type DefinitionOptions, definition } from "./testing/definitions.ts";

const vocabulary = createVocabulary();
const BEFORE = "2026-01-01T00:00:00Z";
const NOW = "2026-01-02T00:00:00Z";

const made = (singular: string, options: DefinitionOptions = {}): Definition =>
  definition(singular, options) as unknown as Definition;
/** The names that the other definitions have. */
function takenBy(others: readonly Definition[]): TakenNames {
  const index = new NameIndex();
  for (const { metadata, spec, status } of others) index.set(metadata.name ?? "", spec.group, status?.acceptedNames);
  return index.takenFrom("", others[0]?.spec.group ?? "");
}
const accepted = (each: Definition, others: readonly Definition[] = [], time = NOW): Definition => ({
  ...each,
  status: acceptNames(each, takenBy(others), atOnce(trustsRoots(each)), time, vocabulary),
});
const found = ({ status }: Definition): string[] =>
  (status?.conditions ?? []).map(({ type, status: value, reason, message }) => `${type} ${value} ${reason} ${message}`);

describe("acceptNames", () => {
  it("accepts unused names and establishes the definition", () => {
    const one = accepted(made("one", { names: { shortNames: ["o"], categories: ["all"] } }));
    expect(found(one)).toEqual([
      "NamesAccepted True NoConflicts no conflicts found",
      "Established True InitialNamesAccepted the initial names have been accepted",
    ]);
    expect(one.status?.acceptedNames).toEqual({
      plural: "ones",
      singular: "one",
      shortNames: ["o"],
      kind: "One",
      categories: ["all"],
    });
  });

  it("does not establish a definition whose conversion webhook has an unreadable CA bundle", () => {
    const made = (caBundle: string): Definition => {
      const one = definition("one");
      const webhook = { clientConfig: { url: "https://x", caBundle } };
      return { ...one, spec: { ...one.spec, conversion: { strategy: "Webhook", webhook } } } as unknown as Definition;
    };
    const one = accepted(made("Cg=="));
    expect(found(one)).toEqual([
      "NamesAccepted True NoConflicts no conflicts found",
      "Established False InvalidCABundle The conversion webhook CABundle is invalid",
    ]);
    const mended = accepted({ ...made(""), status: one.status ?? {} });
    expect(found(mended)[1]).toBe("Established True InitialNamesAccepted the initial names have been accepted");
    // Once established, a definition stays established.
    expect(found(accepted({ ...made("Cg=="), status: mended.status ?? {} }))).toEqual(found(mended));
  });

  it("is idempotent", () => {
    const one = accepted(made("one"), [], BEFORE);
    expect(acceptNames(one, takenBy([]), true, NOW, vocabulary)).toBe(one.status);
  });

  it("reports the last conflict and keeps the non-conflicting names", () => {
    const one = accepted(made("one", { names: { shortNames: ["x"], listKind: "OneList" } }));
    const two = accepted(made("two", { names: { singular: "one", shortNames: ["x", "y"], listKind: "OneList" } }), [
      one,
    ]);
    expect(found(two)).toEqual([
      'NamesAccepted False ListKindConflict "OneList" is already in use',
      "Established False NotAccepted not all names are accepted",
    ]);
    expect(two.status?.acceptedNames).toEqual({ plural: "twos", kind: "Two" });
  });

  it("treats singular and plural names as one namespace and kinds as another", () => {
    const one = accepted(made("one"));
    expect(found(accepted(made("two", { names: { singular: "ones" } }), [one]))[0]).toContain("SingularConflict");
    expect(found(accepted(made("two", { names: { kind: "ones" } }), [one]))[0]).toContain("NoConflicts");
  });

  it("an established definition stays established with its former names", () => {
    const other = accepted(made("one"));
    const two = accepted(made("two"), [], BEFORE);
    const renamed = { ...two, spec: { ...two.spec, names: { ...two.spec.names, singular: "one" } } };
    const again = accepted(renamed, [other]);
    expect(found(again)).toEqual([
      'NamesAccepted False SingularConflict "one" is already in use',
      "Established True InitialNamesAccepted the initial names have been accepted",
    ]);
    expect(again.status?.acceptedNames?.singular).toBe("two");
    expect(again.status?.conditions?.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([NOW, BEFORE]);
  });

  it("reports whether a protected group was approved", () => {
    const own = (value: string): Definition => {
      const each = made("own", { group: "own.k8s.io" });
      return { ...each, metadata: { ...each.metadata, annotations: { "api-approved.kubernetes.io": value } } };
    };
    expect(found(accepted(own("https://example.com/1")))[2]).toBe(
      "KubernetesAPIApprovalPolicyConformant True ApprovedAnnotation approved in https://example.com/1",
    );
    expect(found(accepted(own("unapproved, testing")))[2]).toContain("False UnapprovedAnnotation not approved");
  });
});
