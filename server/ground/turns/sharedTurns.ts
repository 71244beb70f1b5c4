import { isTurnSpent, nextTurn } from "./turns.ts";

/**
 * Turns that several lanes of one work share: lanes that have to wait for a turn wait for the same one, and go on in the order
 * in which they came. Beside much other work, each would get a turn of its own only in a round of all that wait.
 *
 * @returns what a lane waits for between two steps: undefined while the work may go on
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
