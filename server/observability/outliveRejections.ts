/**
 * Keeps the process alive when a promise is rejected that nobody looks at: a part that went wrong in the background is told of
 * in the log, and what everybody else does goes on.
 */
export function outliveRejections(log: { error(data: object, message: string): void }): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "work in the background failed"));
}
