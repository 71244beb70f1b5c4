import { expect, it } from "vitest";
import { HIDDEN } from "../../shared/secrets/hidden.ts";
import { hideSecretsInText } from "./hideSecretsInText.ts";

const PLANTED = "cGxhbnRlZC12YWx1ZQ==";
const JSON_TEXT = `{"kind":"Secret","data":{"k":"${PLANTED}"}}`;

it("hides values in JSON, JSON lines and YAML documents", () => {
  expect(hideSecretsInText(JSON_TEXT)).toBe(`{"kind":"Secret","data":{"k":"${HIDDEN}"}}`);
  const frames = `{"type":"ADDED","object":${JSON_TEXT}}\n{"type":"BOOKMARK","object":{"kind":"Secret"}}\n`;
  expect(hideSecretsInText(frames)).not.toContain(PLANTED);
  expect(hideSecretsInText(frames).split("\n")).toHaveLength(3);
  const yaml = `kind: ConfigMap\ndata: {a: b}\n---\nkind: Secret\nstringData:\n  k: ${PLANTED}\n`;
  expect(hideSecretsInText(yaml)).toBe(
    `kind: ConfigMap\ndata:\n  a: b\n---\nkind: Secret\nstringData:\n  k: ${HIDDEN}\n`,
  );
});

it("leaves other texts unchanged", () => {
  for (const text of [
    "",
    "plain",
    '{ "kind":"ConfigMap" }',
    "kind: Secret # no values\n",
    '{"message":"no Secret here"}',
  ]) {
    expect(hideSecretsInText(text)).toBe(text);
  }
});

it("hides unparsable text that mentions secrets or is declared as secret", () => {
  expect(hideSecretsInText(`k8s\u0000\u0006Secret ${PLANTED}`)).toBe(HIDDEN);
  expect(hideSecretsInText(JSON_TEXT.slice(0, -3))).toBe(HIDDEN);
  const patch = `[{"op":"add","path":"/data/k","value":"${PLANTED}"}]`;
  expect(hideSecretsInText(patch, { resource: "secrets" })).not.toContain(PLANTED);
});
