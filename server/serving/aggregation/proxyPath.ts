/** Characters that need no escape in a path, in addition to those that never need one. */
const PLAIN = /%(24|26|2B|2C|3A|3B|3D|40)/g;

/**
 * Encodes a decoded path to send on: the other server gets exactly the path that was authorized, however the client
 * wrote it.
 * @example encodePath("/apis/a b") // "/apis/a%20b"
 */
export const encodePath = (path: string): string =>
  path
    .split("/")
    .map((segment) =>
      encodeURIComponent(segment)
        .replace(PLAIN, decodeURIComponent)
        .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join("/");

/** Encodes a query to send on, with its parameters sorted by name. @returns with its question mark, or an empty text */
export function encodeQuery(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.size === 0 ? "" : `?${sorted}`;
}
