/** Milliseconds for which a condition is waited for at least: keys and certificates are made in other threads. */
const PATIENCE = 15_000;

/**
 * Runs pending promises until a condition holds.
 * @param turns of the event loop for which it is waited at least
 * @throws Error when it does not hold by then
 */
export async function until(holds: () => boolean | Promise<boolean>, turns = 2000): Promise<void> {
  const began = performance.now();
  for (let i = 0; i < turns || performance.now() - began < PATIENCE; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("the condition never held");
}
