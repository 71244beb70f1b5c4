import type { Container } from "kubernetes-types/core/v1";

/** The port that a probe or a hook means, by its number or its name; or why there is none, in the words of a node's agent. */
export function containerPort(port: number | string, { ports = [] }: Pick<Container, "ports">): number | string {
  const found = typeof port === "number" ? port : ports.find(({ name }) => name === port)?.containerPort;
  const number = found ?? (/^[+-]?\d+$/.test(`${port}`) ? Number(port) : undefined);
  if (number === undefined) return `strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`;
  return number > 0 && number < 65_536 ? number : `invalid port number: ${number}`;
}
