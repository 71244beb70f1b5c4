/**
 * Keeps the process alive when a rejected promise has no handler: a failure in the background is logged, and all other
 * work continues.
 */
export function surviveRejections(log: { error(data: object, message: string): void }): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "work in the background failed"));
}
