/** What becomes of pulling an image. */
export type Pull =
  | { readonly ok: true; readonly milliseconds: number; readonly bytes: number }
  | { readonly ok: false; readonly error: string };

/** Tags and registries that stand for images that cannot be pulled. */
const MISSING_TAG = /:(missing|404|(non|does-?not)-?exist(s|ent|ing)?|not-?found)$/;
const MISSING_REGISTRY = /^[^/]*\.invalid(:\d+)?\/|^invalid\.[^/]*\//;
/** Registries and projects that stand for those that give images only to those who may have them. */
const PRIVATE = /^private\.[^/]*\/|^[^/]+\/k8s-authenticated-test\//;
const MEGABYTE = 1_000_000;

/** An image name with what it leaves out: the registry, the library, the tag. */
export function fullName(image: string): string {
  const [first = ""] = image.split("/");
  const hasRegistry = image.includes("/") && /[.:]|^localhost$/.test(first);
  const path = hasRegistry ? image : image.includes("/") ? `docker.io/${image}` : `docker.io/library/${image}`;
  return /[:@]/.test(path.slice(path.lastIndexOf("/") + 1)) ? path : `${path}:latest`;
}

const unresolved = (name: string): string =>
  `failed to pull and unpack image "${name}": failed to resolve reference "${name}"`;

/** What is said of an image that its registry does not have. */
export function notFound(image: string): Pull {
  const name = fullName(image);
  return { ok: false, error: `rpc error: code = NotFound desc = ${unresolved(name)}: ${name}: not found` };
}

/**
 * What is said of an image to which a client has no access.
 * @param registries for which the client has credentials
 * @returns undefined where it has
 */
export function denied(image: string, registries: ReadonlySet<string>): Pull | undefined {
  const name = fullName(image);
  const [host = ""] = name.split("/");
  if (!PRIVATE.test(name) || registries.has(host)) return undefined;
  const why =
    "pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed";
  return { ok: false, error: `${unresolved(name)}: ${why}` };
}

/** What is said of an image whose registry has no address. */
function noRegistry(image: string): Pull {
  const name = fullName(image);
  const [host = "", ...path] = name.split("/");
  const [repository = "", tag = ""] = path.join("/").split(/[:@](?=[^/]*$)/);
  const asked = `Head "https://${host}/v2/${repository}/manifests/${tag}"`;
  const why = `dial tcp: lookup ${host.replace(/:\d+$/, "")}: no such host`;
  return { ok: false, error: `${unresolved(name)}: failed to do request: ${asked}: ${why}` };
}

/** Pulls as a simulated registry answers: the same image always takes as long and has the same size. */
export function pull(image: string, [least, most]: readonly [number, number]): Pull {
  const name = fullName(image);
  if (MISSING_REGISTRY.test(image)) return noRegistry(image);
  if (MISSING_TAG.test(name)) return notFound(image);
  const share = hash(name) / 0xffffffff;
  return {
    ok: true,
    milliseconds: Math.round(least + share * (most - least)),
    bytes: Math.round((5 + share * 195) * MEGABYTE),
  };
}

/** The identifier of an image: the digest that its name says, or one that follows from the name. */
export function imageId(image: string): string {
  const name = fullName(image);
  const at = name.lastIndexOf("@");
  const repository = (at < 0 ? name : name.slice(0, at)).replace(/:[^/:]*$/, "");
  return `${repository}@${at < 0 ? `sha256:${hexOf(name, 64)}` : name.slice(at + 1)}`;
}

/** Hexadecimal digits that follow from a text. */
export function hexOf(text: string, length: number): string {
  let digits = "";
  for (let i = 0; digits.length < length; i++) digits += hash(`${i}${text}`).toString(16).padStart(8, "0");
  return digits.slice(0, length);
}

/** A whole number of 32 bits that follows from a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}
