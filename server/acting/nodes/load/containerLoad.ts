import type { Container } from "kubernetes-types/core/v1";
import { parseQuantity, QuantityError, quantityMilliValue, quantityValue } from "../../../../shared/quantity.ts";
import { ANNOTATION_PREFIX } from "../programs/images/annotated.ts";
import { programLoad } from "../programs/images/loads.ts";
import { type Curve, readCurve, steady } from "./curve.ts";

/** What a container uses over time: thousandths of a processor (millicores), and bytes of memory. */
export interface ContainerLoad {
  readonly cpu: Curve;
  readonly memory: Curve;
  /** Its CPU limit in millicores; infinite without a limit. */
  readonly mostCpu: number;
}

/**
 * The usage of a container, capped by its limits. The pod's annotations set it (`simulation.orrery/cpu`, or
 * `…/cpu.NAME` for one container; likewise `memory`); otherwise it follows from the container's program.
 */
export function containerLoad(container: Container, annotations: Readonly<Record<string, string>>): ContainerLoad {
  const { name, resources } = container;
  const usual = programLoad(container);
  const limits = (resources?.limits ?? {}) as Readonly<Record<string, string>>;
  const curve = (resource: "cpu" | "memory", read: (text: string) => number | undefined): [Curve, number] => {
    const most = read(limits[resource] ?? "") ?? Number.POSITIVE_INFINITY;
    for (const text of [...annotationsOf(resource, name, annotations), usual[resource]]) {
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
 * Milliseconds after its start at which a container's program exceeds the memory limit, because of annotations, or
 * because the program's purpose is to use that much. The usual usage of programs is noisy and always fits the limit.
 * Returns undefined when the program never exceeds it.
 */
export function exceedsMemory(container: Container, annotations: Readonly<Record<string, string>>): number | undefined {
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

/** The annotations about a container's usage; the one for this container comes first. */
const annotationsOf = (
  resource: "cpu" | "memory",
  name: string,
  annotations: Readonly<Record<string, string>>,
): readonly string[] =>
  [`${resource}.${name}`, resource].flatMap((each) => annotations[`${ANNOTATION_PREFIX}${each}`] ?? []);

/** Matches text that may be a quantity: a cheap first check that rules out most other texts. */
const LIKE_QUANTITY = /^[\d.]+(?:[A-Za-z]+[-+\d]*)?$/;

/** Undefined for text that is not a quantity, or is negative. */
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
