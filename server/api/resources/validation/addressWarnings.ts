/** Warnings about addresses that are accepted but should be written in another form. */
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { formatAddress, parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import { strictAddressProblem, strictRangeProblem } from "../../../ground/formats/addresses/strictAddress.ts";

/** Warnings about one address. */
export function addressWarnings(path: string, address: string, vocabulary: Vocabulary): string[] {
  const problem = strictAddressProblem(address);
  if (problem !== undefined) {
    return [
      `${path}: IP address was accepted, but will be invalid in a future ${vocabulary.render("{Product}")} release: ${problem}`,
    ];
  }
  const canonical = canonicalV6(address);
  return canonical === undefined || canonical === address
    ? []
    : [
        `${path}: IPv6 address "${address}" is not in RFC 5952 canonical format ("${canonical}"), which may cause controller apply-loops`,
      ];
}

/** Warnings about one range of addresses. */
export function rangeWarnings(path: string, range: string, vocabulary: Vocabulary): string[] {
  const problem = strictRangeProblem(range);
  if (problem !== undefined) {
    return [
      `${path}: IP prefix was accepted, but will be invalid in a future ${vocabulary.render("{Product}")} release: ${problem}`,
    ];
  }
  const [address = "", bits = ""] = range.split("/");
  const canonical = canonicalV6(address);
  return canonical === undefined || canonical === address
    ? []
    : [
        `${path}: IPv6 prefix "${range}" is not in RFC 5952 canonical format ("${canonical}/${bits}"), which may cause controller apply-loops`,
      ];
}

/** Undefined when the text is not an IPv6 address. */
function canonicalV6(text: string): string | undefined {
  const address = text.includes(":") ? parseAddress(text) : undefined;
  if (address === undefined) return undefined;
  return address.family === "IPv6" ? formatAddress(address) : `::ffff:${formatAddress(address)}`;
}
