import type { Ingress } from "kubernetes-types/networking/v1";
import { NONE } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

const SHOWN_HOSTS = 3;

/** The first hosts. The rest is a count of rules, including rules without a host. */
function hosts({ spec }: Ingress): string {
  const rules = spec?.rules ?? [];
  const named = rules.flatMap(({ host = "" }, i) => (host === "" ? [] : [{ host, i }])).slice(0, SHOWN_HOSTS);
  if (named.length === 0) return "*";
  const shown = named.map(({ host }) => host).join(",");
  const last = named[SHOWN_HOSTS - 1];
  const more = last !== undefined && last.i < rules.length - 1;
  return more ? `${shown} + ${rules.length - SHOWN_HOSTS} more...` : shown;
}

function address({ status }: Ingress): string {
  const entries = (status?.loadBalancer?.ingress ?? []).map((entry) => entry.ip ?? entry.hostname ?? "");
  return [...new Set(entries.filter((entry) => entry !== ""))].sort().join(",");
}

/** Columns of ingresses. */
export const ingressColumns = nameAndAge(
  textColumn(
    "Class",
    "The name of the IngressClass resource that should be used for additional configuration",
    (o) => narrow<Ingress>(o).spec?.ingressClassName ?? NONE,
  ),
  textColumn("Hosts", "Hosts that incoming requests are matched against before the ingress rule", (o) =>
    hosts(narrow<Ingress>(o)),
  ),
  textColumn("Address", "Address is a list containing ingress points for the load-balancer", (o) =>
    address(narrow<Ingress>(o)),
  ),
  textColumn("Ports", "Ports of TLS configurations that open", (o) =>
    (narrow<Ingress>(o).spec?.tls?.length ?? 0) > 0 ? "80, 443" : "80",
  ),
);
