/** Whether a page of ours may go to `address`: only within its own origin. */
export function isOwn(address: string, origin: string): boolean {
  return parse(address)?.origin === origin;
}

/** Whether `address` may be handed to the system's browser: the web over TLS, and without a name and password in it. */
export function isSafeOutside(address: string): boolean {
  const url = parse(address);
  return url !== undefined && url.protocol === "https:" && url.username === "" && url.password === "";
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
