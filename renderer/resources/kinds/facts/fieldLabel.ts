/** Boundaries between words: `storageClass|Name`, `pod|CIDRs`, `CSI|Driver`. */
const BOUNDARY = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/;
/** Words that stay unchanged: abbreviations, including plurals. */
const ABBREVIATION = /^[A-Z]{2,}s?$/;
/** Abbreviations that are in lower case at the beginning of a field name. */
const SMALL = new Set(["api", "ca", "cidr", "csi", "dns", "id", "ip", "json", "nfs", "os", "tls", "uid", "url"]);

/**
 * The name of a field as a label. Texts that are not field names stay unchanged.
 *
 * @example fieldLabel("podCIDRs") // "Pod CIDRs"
 */
export function fieldLabel(name: string): string {
  // Field names are joined plain words; anything else is already a text.
  const [first = "", ...rest] = /^[A-Za-z]+$/.test(name) ? name.split(BOUNDARY) : [name];
  const words = rest.map((word) => (ABBREVIATION.test(word) ? word : word.toLowerCase()));
  const begin = SMALL.has(first) ? first.toUpperCase() : first.charAt(0).toUpperCase() + first.slice(1);
  return [begin, ...words].join(" ");
}
