import { decimal, grouped } from "../ui/numbers.ts";
import type { Measure } from "./model/capacity.ts";

const BINARY = ["B", "Ki", "Mi", "Gi", "Ti", "Pi"];

/** At most three digits, in readable units: `1.5`, `250m` cores; `1.5 Gi`. */
export function formatAmount(measure: Measure, amount: number): string {
  if (measure === "pods") return grouped(amount);
  if (measure === "cpu") return amount > 0 && amount < 1 ? `${Math.ceil(amount * 1000)}m` : short(amount);
  let value = amount;
  let step = 0;
  for (; value >= 1024 && step < BINARY.length - 1; step += 1) value /= 1024;
  return `${short(value)} ${BINARY[step]}`;
}

/** An amount of a resource as nodes and quotas name them: `requests.cpu`, `hugepages-2Mi`, `count/configmaps`. */
export function formatResource(name: string, amount: number): string {
  if (/(^|\.)cpu$/.test(name)) return formatAmount("cpu", amount);
  return /(^|\.)(memory|storage|ephemeral-storage|hugepages-[^.]*)$/.test(name)
    ? formatAmount("memory", amount)
    : grouped(amount);
}

function short(value: number): string {
  const rounded = value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return decimal(rounded, Number.isInteger(rounded) ? 0 : 1);
}
