const DOMAIN =
  /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*(:\d+)?$|^\[[0-9a-fA-F:]+\](:\d+)?$/;
const PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const NAME = new RegExp(`^${PART}(?:/${PART})*$`);
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

/** Why a text is not a valid image reference, in the kubelet's words; undefined when it is. */
export function imageReferenceError(image: string): string | undefined {
  const [named = "", digest, ...more] = image.split("@");
  const colon = named.lastIndexOf(":");
  const hasTag = colon > named.lastIndexOf("/");
  const [name, tag] = hasTag ? [named.slice(0, colon), named.slice(colon + 1)] : [named, undefined];
  const [first = "", ...rest] = name.split("/");
  // The first part is a registry when it could not be part of an image name, or is a known registry.
  const hasDomain = rest.length > 0 && (/[.:A-Z]/.test(first) || first === "localhost");
  const path = hasDomain ? rest.join("/") : rest.length === 0 ? `library/${name}` : name;
  const format = "invalid reference format";
  if (path !== path.toLowerCase()) return `${format}: repository name (${path}) must be lowercase`;
  const isWhole = NAME.test(path) && (!hasDomain || DOMAIN.test(first)) && more.length === 0;
  const isMarked = (tag === undefined || TAG.test(tag)) && (digest === undefined || DIGEST.test(digest));
  return isWhole && isMarked ? undefined : format;
}
