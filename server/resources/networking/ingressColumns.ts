import type { Ingress } from "kubernetes-types/networking/v1";
import { listWithMore, NONE } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

const SHOWN_HOSTS = 3;

function hosts({ spec }: Ingress): string {
  const list = (spec?.rules ?? []).map((rule) => rule.host ?? "").filter((host) => host !== "");
  return listWithMore(list, SHOWN_HOSTS, "*");
}

function address({ status }: Ingress): string {
  const entries = (status?.loadBalancer?.ingress ?? []).map((entry) => entry.ip ?? entry.hostname ?? "");
  return [...new Set(entries.filter((entry) => entry !== ""))].sort().join(",");
}

/** Columns of ingresses. */
export const ingressColumns = nameAndAge(
  textColumn("Class", "Ingress class that serves it", (o) => narrow<Ingress>(o).spec?.ingressClassName ?? NONE),
  textColumn("Hosts", "Hosts whose traffic it routes", (o) => hosts(narrow<Ingress>(o))),
  textColumn("Address", "Addresses of the load balancer", (o) => address(narrow<Ingress>(o))),
  textColumn("Ports", "Ports that serve the hosts, from its TLS section", (o) =>
    (narrow<Ingress>(o).spec?.tls?.length ?? 0) > 0 ? "80, 443" : "80",
  ),
);
