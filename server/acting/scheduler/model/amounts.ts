import { amountIn } from "../../../ground/formats/amountIn.ts";

/** Resource amounts in the scheduler's units: CPU in thousandths, everything else in whole units, as integers. */
export interface Amounts {
  cpu: number;
  memory: number;
  ephemeralStorage: number;
  /** All other resources: huge pages, devices. */
  readonly extended: Map<string, number>;
}

export const noAmounts = (): Amounts => ({ cpu: 0, memory: 0, ephemeralStorage: 0, extended: new Map() });

/** The amounts of a resource list; the number of pods is not included. */
export function amountsOf(list: Readonly<Record<string, string | number>> | undefined): Amounts {
  const amounts = noAmounts();
  for (const name in list) {
    const text = list[name];
    if (text === undefined || text === null || name === "pods") continue;
    setAmount(amounts, name, amountIn(text, name === "cpu"));
  }
  return amounts;
}

export function amountFor(amounts: Amounts, name: string): number {
  if (name === "cpu") return amounts.cpu;
  if (name === "memory") return amounts.memory;
  if (name === "ephemeral-storage") return amounts.ephemeralStorage;
  return amounts.extended.get(name) ?? 0;
}

export function setAmount(amounts: Amounts, name: string, amount: number): void {
  if (name === "cpu") amounts.cpu = amount;
  else if (name === "memory") amounts.memory = amount;
  else if (name === "ephemeral-storage") amounts.ephemeralStorage = amount;
  else amounts.extended.set(name, amount);
}

/** Adds the second to the first. @param sign -1 to subtract */
export function addAmounts(to: Amounts, more: Amounts, sign: 1 | -1 = 1): void {
  to.cpu += sign * more.cpu;
  to.memory += sign * more.memory;
  to.ephemeralStorage += sign * more.ephemeralStorage;
  for (const [name, amount] of more.extended) to.extended.set(name, (to.extended.get(name) ?? 0) + sign * amount);
}

/** Raises each amount of the first to that of the second, where that is higher. */
export function raiseAmounts(to: Amounts, least: Amounts): void {
  to.cpu = Math.max(to.cpu, least.cpu);
  to.memory = Math.max(to.memory, least.memory);
  to.ephemeralStorage = Math.max(to.ephemeralStorage, least.ephemeralStorage);
  for (const [name, amount] of least.extended) to.extended.set(name, Math.max(to.extended.get(name) ?? 0, amount));
}

export function copyAmounts(amounts: Amounts): Amounts {
  return { ...amounts, extended: new Map(amounts.extended) };
}
