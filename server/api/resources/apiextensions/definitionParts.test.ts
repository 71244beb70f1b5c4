import { describe, expect, it } from "vitest";
import { atOnce, immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { createAuthority } from "../../../ground/x509/certificates.ts";
import { texts } from "../testing/objects.ts";
import { validateApproval } from "./approval.ts";
import { validateConversion } from "./conversionValidation.ts";
import { validateCustomResourceDefinition } from "./customResourceDefinitionValidation.ts";
import { nameErrors, validateRequiredNames } from "./definitionNames.ts";
import { validateDeprecationWarning } from "./deprecationWarning.ts";
import { storedVersionErrors } from "./storedVersions.ts";

const validateNames = immediately(nameErrors);

describe("Selectable fields", () => {
  const schema = (...names: string[]): object => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    return { openAPIV3Schema: { type: "object", properties } };
  };
  const errors = (...schemas: (object | undefined)[]): string[] => {
    const versions = schemas.map((each, i) => ({
      ...{ name: `v${i + 1}`, served: true, storage: i === 0, selectableFields: [{ jsonPath: ".a" }] },
      ...(each === undefined ? {} : { schema: each }),
    }));
    const names = { plural: "as", singular: "a", kind: "A", listKind: "AList" };
    const spec = { group: "x.io", scope: "Cluster", names, versions };
    const status = { storedVersions: ["v1"] };
    const object = { metadata: { name: "as.x.io" }, spec, status };
    return texts(atOnce(validateCustomResourceDefinition(createVocabulary("kubernetes"), object)));
  };
  it("are checked per version if the schemas differ", () => {
    expect(errors(schema("a"), schema("a", "b"))).toEqual([]);
    expect(errors(schema("a"), schema("b"))).toEqual([
      'spec.versions[1].selectableFields[0].jsonPath: Invalid value: ".a": is an invalid path: does not refer to a valid field',
    ]);
  });
  it("require a schema", () => {
    const detail = "selectableFields may only be set when";
    expect(errors(undefined)).toContain(
      `spec.selectableFields: Invalid value: "": ${detail} validations.schema is included`,
    );
    expect(errors(schema("a"), undefined)).toContain(
      `spec.versions[1].selectableFields: Invalid value: "": ${detail} version.schema.openAPIV3Schema is not included`,
    );
  });
});

describe("Conversion", () => {
  const url = "https://x.example/convert";
  const webhook = { clientConfig: { url }, conversionReviewVersions: ["v1"] };
  const errors = (conversion: object, old?: object, established = true): string[] => {
    const stored = old === undefined ? undefined : { spec: { conversion: old }, established };
    return texts(atOnce(validateConversion({ conversion }, "c", stored)));
  };
  const NOT_WEBHOOK = "Forbidden: should not be set when strategy is not set to Webhook";

  it.each<[object, string[]]>([
    [{ strategy: "None" }, []],
    [{ strategy: "Webhook", webhook }, []],
    [{}, ["c.strategy: Required value"]],
    [{ strategy: "Magic" }, ['c.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"']],
    [
      { strategy: "None", webhook },
      [`c.webhookClientConfig: ${NOT_WEBHOOK}`, `c.conversionReviewVersions: ${NOT_WEBHOOK}`],
    ],
    [
      { strategy: "Webhook" },
      [
        "c.webhookClientConfig: Required value: required when strategy is set to Webhook",
        "c.conversionReviewVersions: Required value",
      ],
    ],
    [
      { strategy: "Webhook", webhook: { ...webhook, clientConfig: {} } },
      ["c.webhookClientConfig: Required value: exactly one of url or service is required"],
    ],
    [
      { strategy: "Webhook", webhook: { ...webhook, conversionReviewVersions: ["v2", "v2"] } },
      [
        'c.conversionReviewVersions[1]: Invalid value: "v2": duplicate version',
        'c.conversionReviewVersions: Invalid value: []string{"v2", "v2"}: must include at least one of v1, v1beta1',
      ],
    ],
  ])("%j", (conversion, expected) => {
    expect(errors(conversion)).toEqual(expected);
  });

  it("rejects an invalid CA bundle only if the definition is established with a valid one", async () => {
    const { certificate } = await createAuthority("root", 0, 1);
    const trusting = (caBundle: string) => ({
      strategy: "Webhook",
      webhook: { ...webhook, clientConfig: { url, caBundle: Buffer.from(caBundle).toString("base64") } },
    });
    const [good, bad] = [trusting(certificate), trusting("\n")];
    const detail = [
      "c.webhookClientConfig.caBundle: Invalid value: []byte{0xa}: unable to load root certificates: unable to parse bytes as PEM block",
    ];
    expect(errors(good)).toEqual([]);
    expect(errors(bad)).toEqual([]);
    expect(errors(bad, good)).toEqual(detail);
    expect(errors(bad, { strategy: "None" })).toEqual(detail);
    expect(errors(bad, good, false)).toEqual([]);
    expect(errors(trusting("x"), bad)).toEqual([]);
    expect(errors(good, bad)).toEqual([]);
  });

  it("tolerates existing conversion review versions", () => {
    const old = { strategy: "Webhook", webhook: { ...webhook, conversionReviewVersions: ["v2"] } };
    expect(errors(old, old)).toEqual([]);
    expect(errors(old, { strategy: "Webhook", webhook })).toHaveLength(1);
  });
});

describe("Names", () => {
  it("are required and must be valid labels", () => {
    expect(texts(validateRequiredNames({ plural: "a" }, "n"))).toEqual([
      "n.singular: Required value",
      "n.kind: Required value",
      "n.listKind: Required value",
    ]);
    const errors = texts(
      validateNames({ plural: "A", kind: "B_", listKind: "BList", shortNames: ["ok", "9"], categories: ["All"] }, "n"),
    );
    expect(errors.map((text) => text.split(":")[0])).toEqual([
      "n.plural",
      "n.kind",
      "n.shortNames[1]",
      "n.categories[0]",
    ]);
    expect(errors[1]).toContain("may have mixed case, but should otherwise match: a DNS-1035 label");
  });

  it("must differ between list and item kind", () => {
    expect(texts(validateNames({ kind: "Thing", listKind: "Thing" }, "n"))).toEqual([
      'n.listKind: Invalid value: "Thing": kind and listKind may not be the same',
    ]);
  });
});

describe("Deprecation warning", () => {
  it.each<[boolean, string | undefined, string[]]>([
    [false, undefined, []],
    [true, "use v2 – it is better", []],
    [false, "x", ['w: Invalid value: "x": can only be set for deprecated versions']],
    [true, "", ['w: Invalid value: "": must not be an empty string']],
    [
      true,
      "a\tb",
      [
        'w: Invalid value: "a\\tb": must only contain printable UTF-8 characters; non-printable character found at index 1',
      ],
    ],
  ])("with deprecated %s and text %j", (deprecated, warning, expected) => {
    expect(texts(validateDeprecationWarning(deprecated, warning, "w"))).toEqual(expected);
  });

  it("has a limited length", () => {
    expect(texts(validateDeprecationWarning(true, "w".repeat(257), "w"))[0]).toMatch(/must be <= 256 characters long$/);
  });
});

describe("Approval annotation", () => {
  const vocabulary = createVocabulary();
  const name = "api-approved.kubernetes.io";
  const definition = (group: string, value?: string) => ({
    metadata: { name: "d", ...(value === undefined ? {} : { annotations: { [name]: value } }) },
    spec: { group },
  });
  const rule = `protected groups must have approval annotation "${name}"`;
  const where = "see https://github.com/kubernetes/enhancements/pull/1111";

  it.each<[string, string | undefined, string[]]>([
    ["example.com", undefined, []],
    ["x.k8s.io", "https://github.com/x/pull/1", []],
    ["x.k8s.io", "unapproved, an experiment", []],
    ["x.k8s.io", undefined, [`metadata.annotations[${name}]: Required value: ${rule}, ${where}`]],
    [
      "x.kubernetes.io",
      "yes",
      [
        `metadata.annotations[${name}]: Invalid value: "yes": ${rule} with either a URL or a reason starting with "unapproved", ${where}`,
      ],
    ],
  ])("of group %s with %j", (group, value, expected) => {
    expect(texts(validateApproval(vocabulary, definition(group, value)))).toEqual(expected);
  });

  it("is not required again on update", () => {
    const old = definition("x.k8s.io");
    expect(validateApproval(vocabulary, old, old)).toEqual([]);
    expect(validateApproval(vocabulary, definition("x.k8s.io", "yes"), old)).toHaveLength(1);
  });
});

describe("Stored versions", () => {
  const errors = (storedVersions: string[] | null, ...versions: object[]): string[] =>
    texts(atOnce(storedVersionErrors({ metadata: { name: "d" }, spec: { versions }, status: { storedVersions } })));
  const v1 = { name: "v1", storage: true };

  it("must be listed versions and include the storage version", () => {
    expect(errors(["v1"], v1)).toEqual([]);
    expect(errors(null, v1)).toEqual([
      "status.storedVersions: Invalid value: []string(nil): must have at least one stored version",
    ]);
    expect(errors(["v0"], v1)).toEqual([
      'status.storedVersions: Invalid value: []string{"v0"}: must have the storage version v1',
      'status.storedVersions[0]: Invalid value: "v0": must appear in spec.versions',
    ]);
  });
});
