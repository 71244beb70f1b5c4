/** The outcome of a pull. */
export type Pull =
  | { readonly ok: true; readonly milliseconds: number; readonly bytes: number }
  | { readonly ok: false; readonly error: string };

/** Tags and registries that simulate images that cannot be pulled. */
const MISSING_TAG = /:(missing|404|(non|does-?not)-?exist(s|ent|ing)?|not-?found)$/;
const MISSING_REGISTRY = /^[^/]*\.invalid(:\d+)?\/|^invalid\.[^/]*\//;
/** Registries and projects that simulate private ones: they require credentials. */
const PRIVATE = /^private\.[^/]*\/|^[^/]+\/k8s-authenticated-test\//;
const MEGABYTE = 1_000_000;

/** An image name in full, with the defaults for the registry, the library and the tag. */
export function fullName(image: string): string {
  const [first = ""] = image.split("/");
  const hasRegistry = image.includes("/") && /[.:]|^localhost$/.test(first);
  const path = hasRegistry ? image : image.includes("/") ? `docker.io/${image}` : `docker.io/library/${image}`;
  return /[:@]/.test(path.slice(path.lastIndexOf("/") + 1)) ? path : `${path}:latest`;
}

const unresolved = (name: string): string =>
  `failed to pull and unpack image "${name}": failed to resolve reference "${name}"`;

/** The outcome for an image that its registry does not have. */
export function notFound(image: string): Pull {
  const name = fullName(image);
  return { ok: false, error: `rpc error: code = NotFound desc = ${unresolved(name)}: ${name}: not found` };
}

/**
 * The outcome for an image that requires credentials.
 * @param registries those for which the client has credentials
 * @returns undefined when the client has access
 */
export function denied(image: string, registries: ReadonlySet<string>): Pull | undefined {
  const name = fullName(image);
  const [host = ""] = name.split("/");
  if (!PRIVATE.test(name) || registries.has(host)) return undefined;
  const message =
    "pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed";
  return { ok: false, error: `${unresolved(name)}: ${message}` };
}

/** The outcome for an image whose registry's name has no address. */
function noRegistry(image: string): Pull {
  const name = fullName(image);
  const [host = "", ...path] = name.split("/");
  const [last = "", tag = ""] = (path.pop() ?? "").split(/[:@]/);
  const asked = `Head "https://${host}/v2/${[...path, last].join("/")}/manifests/${tag}"`;
  const message = `dial tcp: lookup ${host.replace(/:\d+$/, "")}: no such host`;
  return { ok: false, error: `${unresolved(name)}: failed to do request: ${asked}: ${message}` };
}

/** Simulates a pull. It is deterministic: an image always takes the same time and has the same size. */
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

/** The identifier of an image: the digest in its name, or one derived from the name. */
export function imageId(image: string): string {
  const name = fullName(image);
  const at = name.lastIndexOf("@");
  const repository = (at < 0 ? name : name.slice(0, at)).replace(/:[^/:]*$/, "");
  return `${repository}@${at < 0 ? `sha256:${hexOf(name, 64)}` : name.slice(at + 1)}`;
}

/** Hexadecimal digits derived from a text. */
export function hexOf(text: string, length: number): string {
  let digits = "";
  for (let i = 0; digits.length < length; i++) digits += hash(`${i}${text}`).toString(16).padStart(8, "0");
  return digits.slice(0, length);
}

/** A 32-bit hash of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}
