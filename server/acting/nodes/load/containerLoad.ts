import type { Container } from "kubernetes-types/core/v1";
import { parseQuantity, QuantityError, quantityMilliValue, quantityValue } from "../../../../shared/quantity.ts";
import { ANNOTATION_PREFIX } from "../programs/images/annotated.ts";
import { programLoad } from "../programs/images/loads.ts";
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
    for (const text of [...annotationsOf(what, name, annotations), usual[what]]) {
      const found = readCurve(text, read, most);
      if (found !== undefined) return [found, most];
    }
    return [steady(0), most];
  };
  const [cpu, mostCpu] = curve("cpu", (text) => amountOf(text, quantityMilliValue));
  const [memory] = curve("memory", inBytes);
  return { cpu, memory, mostCpu };
}

/**
 * Milliseconds after its start at which a container's program wants more memory than the container may have: as annotations
 * say, or as a program whose work is to take so much. What programs usually take varies, and fits any limit. Undefined where it
 * never does.
 */
export function outgrowsMemory(
  container: Container,
  annotations: Readonly<Record<string, string>>,
): number | undefined {
  const { memory: limit = "" } = (container.resources?.limits ?? {}) as Readonly<Record<string, string>>;
  const most = inBytes(limit);
  if (most === undefined) return undefined;
  const [asked] = annotationsOf("memory", container.name, annotations).flatMap(
    (text) => readCurve(text, inBytes) ?? [],
  );
  const taken = inBytes(programLoad(container).memory);
  return (asked ?? steady(taken ?? 0)).passes(most);
}

const inBytes = (text: string): number | undefined => amountOf(text, quantityValue);

/** What annotations say of a container's use, that of its own first. */
const annotationsOf = (
  what: "cpu" | "memory",
  name: string,
  annotations: Readonly<Record<string, string>>,
): readonly string[] => [`${what}.${name}`, what].flatMap((each) => annotations[`${ANNOTATION_PREFIX}${each}`] ?? []);

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
