import { isTurnSpent, nextTurn } from "./turns.ts";

/**
 * Does something for each of many items, some of them at the same time. Other work has its turns between two items, even
 * where each is done without a wait. Those that wait for a turn share the next one: beside much other work, each would get
 * one only in a round of all that wait. Once one has failed no other is begun.
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
  let turn: Promise<void> | undefined;
  const shareTurn = (): Promise<void> => {
    turn ??= nextTurn().then(() => {
      turn = undefined;
    });
    return turn;
  };
  const lane = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const i = next++;
      try {
        await work(items[i] as T, i);
      } catch (error) {
        failures.push(error);
      }
      while (isTurnSpent()) await shareTurn();
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
