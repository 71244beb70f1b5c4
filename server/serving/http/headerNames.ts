/** Names by their lower-case form; bounded, because answers of other servers are passed on, too. */
const known = new Map<string, string>();
const MOST = 1000;

/**
 * A header's name as the reference writes it over HTTP/1.1, with capitals at the beginning of each part: `Audit-Id`. The
 * case has no meaning, but people and scripts that read heads expect this one.
 */
export function writtenName(name: string): string {
  const found = known.get(name);
  if (found !== undefined) return found;
  const written = name.toLowerCase().replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
  if (known.size < MOST) known.set(name, written);
  return written;
}

/** The same headers under the names that are written over HTTP/1.1. */
export function withWrittenNames<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const written: Record<string, T> = {};
  for (const name in headers) written[writtenName(name)] = headers[name] as T;
  return written;
}
