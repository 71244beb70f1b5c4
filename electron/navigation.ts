/** Whether the console's page may navigate to `address`: only within its own origin. */
export function isOwn(address: string, origin: string): boolean {
  return parse(address)?.origin === origin;
}

/**
 * Whether the application may open `address` in the system's browser: https, or http to this machine, which forwarded
 * ports use; never with a user name or password in it.
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
