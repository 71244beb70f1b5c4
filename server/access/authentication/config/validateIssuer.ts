import { child, duplicate, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import { parseCertificates } from "../certificates/certificateChain.ts";
import type { WrittenIssuer } from "./writtenAuthentication.ts";

const MATCH_ANY = "MatchAny";

/** Validation errors of an issuer. @param disallowed issuers whose tokens another authenticator handles */
export function validateIssuer(issuer: WrittenIssuer, disallowed: readonly string[], at: string): FieldError[] {
  const { url = "", discoveryURL = "" } = issuer;
  const [urlField, discoveryField] = [child(at, "url"), child(at, "discoveryURL")];
  return [
    ...(url === "" ? [required(urlField)] : validateUrl(url, disallowed, urlField)),
    ...(discoveryURL !== "" && url !== "" && trimmed(url) === trimmed(discoveryURL)
      ? [invalid(discoveryField, discoveryURL, "discoveryURL must be different from URL")]
      : []),
    ...(discoveryURL === "" ? [] : validateUrl(discoveryURL, [], discoveryField)),
    ...validateAudiences(issuer, at),
    ...validateAuthorities(issuer.certificateAuthority ?? "", child(at, "certificateAuthority")),
  ];
}

const trimmed = (url: string): string => url.replace(/\/+$/, "");

function validateUrl(url: string, disallowed: readonly string[], field: string): FieldError[] {
  const fault = (message: string): FieldError => invalid(field, url, message);
  const errors: FieldError[] = [];
  if (disallowed.includes(url)) {
    errors.push(fault(`URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(" ")}]`));
  }
  const parts = parseUrl(url);
  if (typeof parts === "string") return [...errors, fault(parts)];
  if (parts.scheme !== "https") errors.push(fault("URL scheme must be https"));
  if (parts.user !== undefined) errors.push(fault("URL must not contain a username or password"));
  if (parts.query !== "") errors.push(fault("URL must not contain a query"));
  if (parts.fragment !== "") errors.push(fault("URL must not contain a fragment"));
  return errors;
}

function validateAudiences({ audiences, audienceMatchPolicy: policy = "" }: WrittenIssuer, at: string): FieldError[] {
  const field = child(at, "audiences");
  const given = audiences ?? [];
  if (given.length === 0) return [required(field, `at least one ${field} is required`)];
  const seen = new Set<string>();
  const errors = given.flatMap((audience, i) => {
    const again = seen.has(audience);
    seen.add(audience);
    return [
      ...(audience === "" ? [required(index(field, i))] : []),
      ...(again ? [duplicate(index(field, i), audience)] : []),
    ];
  });
  if (given.length > 1 && policy !== MATCH_ANY) {
    const message = "audienceMatchPolicy must be MatchAny for multiple audiences";
    errors.push(invalid(child(at, "audienceMatchPolicy"), policy, message));
  }
  if (given.length === 1 && policy !== "" && policy !== MATCH_ANY) {
    const message = "audienceMatchPolicy must be empty or MatchAny for single audience";
    errors.push(invalid(child(at, "audienceMatchPolicy"), policy, message));
  }
  return errors;
}

function validateAuthorities(pem: string, field: string): FieldError[] {
  if (pem === "") return [];
  try {
    parseCertificates(pem);
    return [];
  } catch {
    return [invalid(field, "<omitted>", "data does not contain any valid RSA or ECDSA certificates")];
  }
}
