/** Names of objects that represent an address: the address in its canonical text. */
import { quoted } from "../../../../shared/text/quoted.ts";
import { formatAddress, parseAddress } from "./addresses.ts";

const OCTETS = 4;
const GROUPS = 8;

/** The rules that a name breaks; empty when it is an address in its canonical text. IPv6 addresses may have a zone. */
export function checkAddressName(name: string): string[] {
  const problem = problemOf(name);
  if (problem !== undefined) return [`ParseAddr(${quoted(name)}): ${problem}`];
  return canonical(name) === name ? [] : ["not a valid ip in canonical format"];
}

/** Why a text is not an address, with the message of the reference's parser; undefined when it is one. */
function problemOf(text: string): string | undefined {
  const mark = /[.:%]/.exec(text)?.[0];
  if (mark === ".") return octetsProblem(text);
  if (mark === ":") return groupsProblem(text);
  return mark === "%" ? "missing IPv6 address" : "unable to parse IP";
}

const at = (problem: string, rest: string): string => `${problem} (at ${quoted(rest)})`;

function octetsProblem(text: string): string | undefined {
  let start = 0;
  const octets = text.split(".");
  for (const [i, octet] of octets.entries()) {
    const problem = octetProblem(octet, text.slice(start));
    if (problem !== undefined) return problem;
    const dot = start + octet.length;
    if (dot < text.length) {
      if (octet === "" || dot === text.length - 1) {
        return at("IPv4 field must have at least one digit", text.slice(dot));
      }
      if (i === OCTETS - 1) return "IPv4 address too long";
    }
    start = dot + 1;
  }
  return octets.length < OCTETS ? "IPv4 address too short" : undefined;
}

/** The first problem from the left. @param rest the text from the octet on */
function octetProblem(octet: string, rest: string): string | undefined {
  const digits = /^\d*/.exec(octet)?.[0] ?? "";
  if (/^0\d/.test(digits)) return "IPv4 field has octet with leading zero";
  if (Number(digits) > 255) return "IPv4 field has value >255";
  return digits === octet ? undefined : at("unexpected character", rest.slice(digits.length));
}

function groupsProblem(text: string): string | undefined {
  const zone = text.indexOf("%");
  if (zone === text.length - 1) return "zone must be a non-empty string";
  let rest = zone < 0 ? text : text.slice(0, zone);
  let gap = rest.startsWith("::");
  if (gap) rest = rest.slice(2);
  if (gap && rest === "") return undefined;
  let groups = 0;
  while (groups < GROUPS) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
    if (digits.length > 4) return at("each group must have 4 or less digits", rest);
    if (digits === "") return at("each colon-separated field must have at least one digit", rest);
    const next = rest.slice(digits.length);
    if (next.startsWith(".")) {
      if (!gap && groups !== GROUPS - 2) {
        return at("embedded IPv4 address must replace the final 2 fields of the address", rest);
      }
      if (groups > GROUPS - 2) {
        return at("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
      }
      const problem = octetsProblem(rest);
      if (problem !== undefined) return problem;
      groups += 2;
      rest = "";
      break;
    }
    groups += 1;
    rest = next;
    if (rest === "") break;
    if (!rest.startsWith(":")) return at("unexpected character, want colon", rest);
    if (rest === ":") return at("colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (!rest.startsWith(":")) continue;
    if (gap) return at("multiple :: in address", rest);
    gap = true;
    rest = rest.slice(1);
    if (rest === "") break;
  }
  if (rest !== "") return at("trailing garbage after address", rest);
  if (groups < GROUPS) return gap ? undefined : "address string too short";
  return gap ? "the :: must expand to at least one field of zeros" : undefined;
}

/** The canonical text of an address; an IPv4 address written as IPv6 stays in that form. */
function canonical(name: string): string | undefined {
  const [text = "", ...zone] = name.split("%");
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  const mapped = address.family === "IPv4" && text.includes(":") ? "::ffff:" : "";
  return [`${mapped}${formatAddress(address)}`, ...zone].join("%");
}
