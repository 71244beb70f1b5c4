import type { Container, ResourceFieldSelector } from "kubernetes-types/core/v1";
import { quantityMilliValue, quantityValue } from "../../../../../shared/quantity.ts";
import { amountOf } from "../../../../ground/formats/quantity.ts";

/** Resources for which a container without a limit may use everything that is allocatable on its node. */
const NODE_RESOURCES = new Set(["cpu", "memory", "ephemeral-storage"]);

/**
 * A container's request or limit as the downward API renders it: in units of the divisor, rounded up.
 * @param field its `resource` is `limits.cpu`, `requests.memory`, …
 * @param allocatable the node's allocatable resources, as quantities by resource
 */
export function resourceText(
  { resource, divisor }: ResourceFieldSelector,
  { resources }: Pick<Container, "resources">,
  allocatable: Readonly<Record<string, string>>,
): string {
  const [kind = "", name = ""] = resource.split(/\.(.*)/s);
  const given = resources as Record<string, Record<string, string> | undefined> | undefined;
  const ofNode = kind === "limits" && NODE_RESOURCES.has(name) ? allocatable[name] : undefined;
  const own = amountOf(given?.[kind]?.[name] ?? "0");
  // A limit of zero is none.
  const amount = ofNode !== undefined && quantityMilliValue(own) === 0n ? amountOf(ofNode) : own;
  const unit = amountOf(String(divisor ?? "1"));
  const value = name === "cpu" ? quantityMilliValue : quantityValue;
  const size = value(unit) || value(amountOf("1"));
  return String((value(amount) + size - 1n) / size);
}
