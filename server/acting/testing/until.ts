/** Runs pending promises until a condition holds. @throws Error when it never does */
export async function until(holds: () => boolean | Promise<boolean>, turns = 2000): Promise<void> {
  for (let i = 0; i < turns; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("the condition never held");
}
