/** The last segment of a proxied path: `name`, `name:port` or `scheme:name:port`. */
export interface SchemeNamePort {
  readonly scheme: "" | "http" | "https";
  readonly name: string;
  /** A number or the name of a port; empty when none is given. */
  readonly port: string;
}

/**
 * Parses such a segment. Undefined for any other form.
 * @example schemeNamePort("https:web:443") // {scheme: "https", name: "web", port: "443"}
 */
export function schemeNamePort(text: string): SchemeNamePort | undefined {
  const parts = text.split(":");
  if (parts.length > 3) return undefined;
  const [scheme = "", name = "", port = ""] = parts.length === 3 ? parts : ["", ...parts];
  if (name === "" || (scheme !== "" && scheme !== "http" && scheme !== "https")) return undefined;
  return { scheme, name, port };
}
