/** Boundaries between words: `storageClass|Name`, `pod|CIDRs`, `CSI|Driver`. */
const BOUNDARY = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/;
/** Words that stay as they are: abbreviations, also in the plural. */
const ABBREVIATION = /^[A-Z]{2,}s?$/;
/** Abbreviations that begin the names of fields, where they are written small. */
const SMALL = new Set(["api", "ca", "cidr", "csi", "dns", "id", "ip", "json", "nfs", "os", "tls", "uid", "url"]);

/**
 * The name of a field as a label. Words that are no names of fields stay as they are.
 *
 * @example fieldLabel("podCIDRs") // "Pod CIDRs"
 */
export function fieldLabel(name: string): string {
  // Names of fields are plain words joined; anything else is a text already.
  const [first = "", ...rest] = /^[A-Za-z]+$/.test(name) ? name.split(BOUNDARY) : [name];
  const words = rest.map((word) => (ABBREVIATION.test(word) ? word : word.toLowerCase()));
  const begin = SMALL.has(first) ? first.toUpperCase() : first.charAt(0).toUpperCase() + first.slice(1);
  return [begin, ...words].join(" ");
}
