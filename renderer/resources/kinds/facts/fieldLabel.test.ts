import { expect, it } from "vitest";
import { fieldLabel } from "./fieldLabel.ts";

it.each([
  ["type", "Type"],
  ["progressDeadlineSeconds", "Progress deadline seconds"],
  ["podCIDRs", "Pod CIDRs"],
  ["providerID", "Provider ID"],
  ["insecureSkipTLSVerify", "Insecure skip TLS verify"],
  ["InternalIP", "Internal IP"],
  ["Pod IP", "Pod IP"],
  ["QoS-Klasse", "QoS-Klasse"],
  ["Quality of service", "Quality of service"],
  ["ipFamilyPolicy", "IP family policy"],
  ["dnsPolicy", "DNS policy"],
  ["apiGroups", "API groups"],
  ["caBundle", "CA bundle"],
  ["capacity", "Capacity"],
  ["", ""],
])("makes a label for %s", (name, label) => {
  expect(fieldLabel(name)).toBe(label);
});
