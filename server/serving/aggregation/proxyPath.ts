/** Characters that may stand in a path as they are, besides those that never need an escape. */
const PLAIN = /%(24|26|2B|2C|3A|3B|3D|40)/g;

/**
 * A decoded path as it is sent on: the other server gets the path that was authorized, however the client wrote it.
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

/** A query as it is sent on, its parameters by name. @returns with its question mark, or nothing */
export function encodeQuery(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.size === 0 ? "" : `?${sorted}`;
}
