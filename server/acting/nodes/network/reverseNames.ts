/** Names of the reverse zones of DNS. */
import { formatAddress, parseAddress } from "../../../ground/formats/addresses/addresses.ts";

const OLDER = /^(\d+\.\d+\.\d+\.\d+)\.in-addr\.arpa$/;
const NEWER = /^((?:[0-9a-f]\.){32})ip6\.arpa$/;

/**
 * `4.3.2.1.in-addr.arpa` for `1.2.3.4`; for IPv6, one label per hex digit. Text that is not an address is returned
 * unchanged.
 */
export function reverseName(text: string): string {
  const address = parseAddress(text);
  if (address?.family !== "IPv6") return `${text.split(".").reverse().join(".")}.in-addr.arpa`;
  const digits = address.value.toString(16).padStart(32, "0");
  return `${[...digits].reverse().join(".")}.ip6.arpa`;
}

/** The address that a reverse name refers to. */
export function addressOfReverse(name: string): string | undefined {
  const older = OLDER.exec(name)?.[1];
  if (older !== undefined) return older.split(".").reverse().join(".");
  const digits = NEWER.exec(name)?.[1]?.replaceAll(".", "");
  if (digits === undefined) return undefined;
  return formatAddress({ family: "IPv6", value: BigInt(`0x${[...digits].reverse().join("")}`) });
}
