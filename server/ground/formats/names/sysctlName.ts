/**
 * The name of a kernel setting with dots between its parts. Names may instead use slashes as separators, with dots
 * inside of parts; the first separator decides (`net/ipv4/conf/eth0.1/mtu` is `net.ipv4.conf.eth0/1.mtu`).
 */
export function dottedSysctl(name: string): string {
  if (/[./]/.exec(name)?.[0] !== "/") return name;
  return name.replace(/[./]/g, (separator) => (separator === "/" ? "." : "/"));
}

/** The file of a kernel setting, whichever separators its name has. */
export const sysctlFile = (name: string): string =>
  `/proc/sys/${dottedSysctl(name).replace(/[./]/g, (separator) => (separator === "." ? "/" : "."))}`;
