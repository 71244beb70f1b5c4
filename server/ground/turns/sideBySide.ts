import { sharedTurns } from "./sharedTurns.ts";

/**
 * Does something for each of many items, some of them at the same time. Other work has its turns between two items, even
 * where each is done without a wait. Once one has failed no other is begun.
 *
 * @param most how many are done at the same time
 * @throws what the first of them failed with, when all that were begun have ended
 */
export async function sideBySide<T>(
  items: readonly T[],
  most: number,
  work: (item: T, i: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const turnOf = sharedTurns();
  const lane = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const i = next++;
      try {
        await work(items[i] as T, i);
      } catch (error) {
        failures.push(error);
      }
      for (let turn = turnOf(); turn !== undefined; turn = turnOf()) await turn;
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
