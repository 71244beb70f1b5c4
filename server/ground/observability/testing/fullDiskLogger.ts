/**
 * Logs to standard error and reports on standard output that it is still running: tests run it with a full disk under
 * the log.
 */
import { createLog } from "../log/log.ts";
import { standardErrorLog } from "../log/logWriter.ts";

const log = createLog(1);
for (let line = 0; line < 100; line++) log.error({ line }, "a line");
// Waits one turn for every write in progress; the last lines are written when the process ends.
const look = (): void => {
  if (standardErrorLog().dropped < 100) return void setImmediate(look);
  log.error("the last line");
  process.stdout.write(`dropped ${standardErrorLog().dropped}`);
};
look();
