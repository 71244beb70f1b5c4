import { isTurnSpent, nextTurn } from "./turns.ts";

/**
 * Turns of the event loop shared by several lanes of one task: lanes that have to wait for a turn wait for the same
 * one, and continue in the order in which they came. If each lane waited for its own turn, it would get one only in
 * each round of all waiting work.
 *
 * @returns what a lane awaits between two steps: undefined while the work may continue
 */
export function sharedTurns(): () => Promise<void> | undefined {
  let turn: Promise<void> | undefined;
  return () => {
    if (turn === undefined && isTurnSpent()) {
      turn = nextTurn().then(() => {
        turn = undefined;
      });
    }
    return turn;
  };
}
