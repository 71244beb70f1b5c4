import { quoted } from "../../../../shared/text/quoted.ts";

/** Why a text is not an address, and the position of the problem. */
interface Problem {
  readonly reason: string;
  readonly at?: string;
}

/**
 * Why a strict parser refuses an address, with the message of the reference's library; undefined for a valid address.
 * It accepts no leading zeros, unlike the parser used for validation.
 */
export function strictAddressProblem(text: string): string | undefined {
  const problem = problemOf(text);
  if (problem === undefined) return undefined;
  const place = problem.at ? ` (at ${quoted(problem.at)})` : "";
  return `ParseAddr(${quoted(text)}): ${problem.reason}${place}`;
}

/** The same for a range of addresses. */
export function strictRangeProblem(text: string): string | undefined {
  const slash = text.lastIndexOf("/");
  const problem = (reason: string): string => `netip.ParsePrefix(${quoted(text)}): ${reason}`;
  if (slash < 0) return problem("no '/'");
  const address = strictAddressProblem(text.slice(0, slash));
  if (address !== undefined) return problem(address);
  if (text.slice(0, slash).includes("%")) return problem("IPv6 zones cannot be present in a prefix");
  const bits = text.slice(slash + 1);
  if (!/^(?:\d|[1-9]\d{0,17})$/.test(bits)) return problem(`bad bits after slash: ${quoted(bits)}`);
  const most = text.slice(0, slash).includes(":") ? 128 : 32;
  return Number(bits) > most ? problem("prefix length out of range") : undefined;
}

/** The first dot, colon or percent sign determines the family that the text is parsed as. */
function problemOf(text: string): Problem | undefined {
  switch (/[.:%]/.exec(text)?.[0]) {
    case ".":
      return problemOfV4(text);
    case ":":
      return problemOfV6(text);
    case "%":
      return { reason: "missing IPv6 address" };
    default:
      return { reason: "unable to parse IP" };
  }
}

function problemOfV4(text: string): Problem | undefined {
  let field = "";
  let dots = 0;
  for (const [i, char] of [...text].entries()) {
    if (/\d/.test(char)) {
      if (field === "0") return { reason: "IPv4 field has octet with leading zero" };
      field += char;
      if (Number(field) > 255) return { reason: "IPv4 field has value >255" };
    } else if (char === ".") {
      if (field === "" || i === text.length - 1) {
        return { reason: "IPv4 field must have at least one digit", at: text.slice(i) };
      }
      if (dots === 3) return { reason: "IPv4 address too long" };
      dots += 1;
      field = "";
    } else {
      return { reason: "unexpected character", at: [...text].slice(i).join("") };
    }
  }
  return dots < 3 ? { reason: "IPv4 address too short" } : undefined;
}

const FIELDS = 8;

function problemOfV6(text: string): Problem | undefined {
  const percent = text.indexOf("%");
  if (percent === text.length - 1) return { reason: "zone must be a non-empty string" };
  let rest = percent < 0 ? text : text.slice(0, percent);
  let fields = 0;
  let shortened = rest.startsWith("::");
  if (shortened) rest = rest.slice(2);
  while (rest !== "" && fields < FIELDS) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
    if (digits.length > 4) return { reason: "each group must have 4 or less digits", at: rest };
    if (digits === "") return { reason: "each colon-separated field must have at least one digit", at: rest };
    if (rest[digits.length] === ".") {
      if (!shortened && fields !== FIELDS - 2) {
        return { reason: "embedded IPv4 address must replace the final 2 fields of the address", at: rest };
      }
      if (fields > FIELDS - 2) {
        return { reason: "too many hex fields to fit an embedded IPv4 at the end of the address", at: rest };
      }
      const problem = problemOfV4(rest);
      if (problem !== undefined) return problem;
      fields += 2;
      rest = "";
      break;
    }
    fields += 1;
    rest = rest.slice(digits.length);
    if (rest === "") break;
    if (!rest.startsWith(":")) return { reason: "unexpected character, want colon", at: rest };
    if (rest === ":") return { reason: "colon must be followed by more characters", at: rest };
    rest = rest.slice(1);
    if (!rest.startsWith(":")) continue;
    if (shortened) return { reason: "multiple :: in address", at: rest };
    shortened = true;
    rest = rest.slice(1);
  }
  if (rest !== "") return { reason: "trailing garbage after address", at: rest };
  if (fields === FIELDS) return shortened ? { reason: "the :: must expand to at least one field of zeros" } : undefined;
  return shortened ? undefined : { reason: "address string too short" };
}
