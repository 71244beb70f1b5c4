import { sharedTurns } from "./sharedTurns.ts";

/**
 * Processes many items, some of them concurrently. It yields to other work between two items, even if each is processed
 * synchronously. After a failure, no further item is started.
 *
 * @param most maximum number of items processed concurrently
 * @throws the first failure, after all started items have ended
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
