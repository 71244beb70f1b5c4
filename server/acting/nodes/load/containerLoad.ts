import type { Container } from "kubernetes-types/core/v1";
import { parseQuantity, QuantityError, quantityMilliValue, quantityValue } from "../../../../shared/quantity.ts";
import { ANNOTATION_PREFIX } from "../programs/annotated.ts";
import { programLoad } from "../programs/loads.ts";
import { type Curve, readCurve, steady } from "./curve.ts";

/** What a container takes over time: thousandths of a processor, and bytes. */
export interface ContainerLoad {
  readonly cpu: Curve;
  readonly memory: Curve;
  /** Its limit of cpu in thousandths; infinite without one. */
  readonly mostCpu: number;
}

/**
 * What a container takes: what the pod's annotations say (`simulation.orrery/cpu`, or `…/cpu.NAME` for one container; `memory`
 * likewise), otherwise what its program does. No more than its limits.
 */
export function containerLoad(container: Container, annotations: Readonly<Record<string, string>>): ContainerLoad {
  const { name, resources } = container;
  const usual = programLoad(container);
  const limits = (resources?.limits ?? {}) as Readonly<Record<string, string>>;
  const curve = (what: "cpu" | "memory", read: (text: string) => number | undefined): [Curve, number] => {
    const most = read(limits[what] ?? "") ?? Number.POSITIVE_INFINITY;
    const texts = [annotations[`${ANNOTATION_PREFIX}${what}.${name}`], annotations[`${ANNOTATION_PREFIX}${what}`]];
    for (const text of [...texts, usual[what]]) {
      const found = text === undefined ? undefined : readCurve(text, read, most);
      if (found !== undefined) return [found, most];
    }
    return [steady(0), most];
  };
  const [cpu, mostCpu] = curve("cpu", (text) => amountOf(text, quantityMilliValue));
  const [memory] = curve("memory", (text) => amountOf(text, quantityValue));
  return { cpu, memory, mostCpu };
}

/** Whether a container's program wants more memory than the container may have. */
export function exceedsMemory(container: Container): boolean {
  const { memory: limit = "" } = (container.resources?.limits ?? {}) as Readonly<Record<string, string>>;
  const [wanted, most] = [programLoad(container).memory, limit].map((text) => amountOf(text, quantityValue));
  return wanted !== undefined && most !== undefined && wanted > most;
}

/** What may be a quantity: a cheap first check, because it rules out most other texts. */
const LIKE_QUANTITY = /^[\d.]+(?:[A-Za-z]+[-+\d]*)?$/;

/** Undefined for what is no quantity, or a negative one. */
function amountOf(text: string, read: typeof quantityValue): number | undefined {
  if (!LIKE_QUANTITY.test(text)) return undefined;
  try {
    const amount = Number(read(parseQuantity(text)));
    return amount < 0 ? undefined : amount;
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}
