/** Parses image names: a registry's domain, a path, a tag, a digest. */

const PATH_PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const DOMAIN_PART = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
const DOMAIN = `(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const PATH = new RegExp(`^${PATH_PART}(?:/${PATH_PART})*$`);
const WHOLE_DOMAIN = new RegExp(`^${DOMAIN}$`);
const TAG = /^\w[\w.-]{0,127}$/;
/** The supported digest algorithms, with their lengths in hexadecimal digits. */
const DIGITS: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };
const MAX_PATH = 255;

/**
 * The tag of an image reference: `latest` when it has neither tag nor digest; empty with only a digest, and for an
 * invalid reference.
 *
 * @example imageTag("registry:5000/nginx") // "latest"
 */
export function imageTag(image: string | undefined): string {
  // A name that could be an image's identifier is not a valid reference.
  if (image === undefined || /^[a-f0-9]{64}$/.test(image)) return "";
  const at = image.indexOf("@");
  const [tagged, digest] = at < 0 ? [image, undefined] : [image.slice(0, at), image.slice(at + 1)];
  if (digest !== undefined && !isDigest(digest)) return "";
  const { domain, rest } = splitDomain(tagged);
  const colon = rest.indexOf(":");
  const [path, tag] = colon < 0 ? [rest, undefined] : [rest.slice(0, colon), rest.slice(colon + 1)];
  if (path.length > MAX_PATH || !PATH.test(path)) return "";
  if (domain !== undefined && !WHOLE_DOMAIN.test(domain)) return "";
  if (tag !== undefined) return TAG.test(tag) ? tag : "";
  return digest === undefined ? "latest" : "";
}

/**
 * The part before the first slash is a domain if it looks like one: it has a dot, a port or a capital letter, or is
 * localhost.
 */
function splitDomain(name: string): { readonly domain?: string; readonly rest: string } {
  const slash = name.indexOf("/");
  const first = slash < 0 ? "" : name.slice(0, slash);
  const isDomain = slash >= 0 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase());
  return isDomain ? { domain: first, rest: name.slice(slash + 1) } : { rest: name };
}

function isDigest(text: string): boolean {
  const [algorithm = "", digits = "", ...more] = text.split(":");
  return more.length === 0 && digits.length === DIGITS[algorithm] && /^[a-f0-9]+$/.test(digits);
}
