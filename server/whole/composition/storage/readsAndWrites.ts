import type { Storage } from "../../../store/storage/storage.ts";

/**
 * Whether a store answers reads within `timeout` milliseconds and stores writes. Asks for both at once, because a busy
 * store takes its time for each question.
 */
export async function readsAndWrites(
  storage: Pick<Storage, "healthy" | "writable">,
  timeout?: number,
): Promise<boolean> {
  const writing = storage.writable();
  // When reads fail, the answer about writes does not matter any more, nor does its failure.
  writing.catch(() => undefined);
  return (await storage.healthy(timeout)) && (await writing);
}
