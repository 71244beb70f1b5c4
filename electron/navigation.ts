/** Whether a page of ours may go to `address`: only within its own origin. */
export function isOwn(address: string, origin: string): boolean {
  return parse(address)?.origin === origin;
}

/**
 * Whether `address` may be handed to the system's browser: the web over TLS, or this machine itself, where forwarded ports are;
 * without a name and password in it.
 */
export function isSafeOutside(address: string): boolean {
  const url = parse(address);
  if (url === undefined) return false;
  const isHere = url.protocol === "http:" && url.hostname === "127.0.0.1";
  return (url.protocol === "https:" || isHere) && url.username === "" && url.password === "";
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
