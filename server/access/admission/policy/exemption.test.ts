import { expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { exemption } from "./exemption.ts";

const about = (group: string, resource: string, version = "v1") => ({ resource: { group, version, resource } });

it.each([
  ["admissionregistration", "validatingadmissionpolicies", true],
  ["admissionregistration", "mutatingadmissionpolicybindings", true],
  ["admissionregistration", "validatingwebhookconfigurations", false],
  ["authorization", "subjectaccessreviews", true],
  ["authentication", "tokenreviews", true],
  ["certificates", "certificatesigningrequests", false],
])("exempts %s, %s: %s", (group, resource, expected) => {
  expect(exemption(createVocabulary())(about(`${group}.k8s.io`, resource, "v1beta1"))).toBe(expected);
  expect(exemption(createVocabulary())(about("", resource))).toBe(false);
});
