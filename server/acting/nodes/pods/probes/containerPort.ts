import type { Container } from "kubernetes-types/core/v1";

/** The port of a probe or a hook, given by number or name; or the kubelet's message why there is none. */
export function containerPort(port: number | string, { ports = [] }: Pick<Container, "ports">): number | string {
  const found = typeof port === "number" ? port : ports.find(({ name }) => name === port)?.containerPort;
  const number = found ?? (/^[+-]?\d+$/.test(`${port}`) ? Number(port) : undefined);
  if (number === undefined) return `strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`;
  return number > 0 && number < 65_536 ? number : `invalid port number: ${number}`;
}
