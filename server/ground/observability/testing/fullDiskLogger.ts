/** Logs to standard error and tells on standard output that it lives on: run by tests with a full disk under the log. */
import { createLog } from "../log/log.ts";
import { standardErrorLog } from "../log/logWriter.ts";

const log = createLog(1);
for (let line = 0; line < 100; line++) log.error({ line }, "a line");
// A turn for every write that is under way; the last lines are left to the end of the process.
const look = (): void => {
  if (standardErrorLog().dropped < 100) return void setImmediate(look);
  log.error("the last line");
  process.stdout.write(`dropped ${standardErrorLog().dropped}`);
};
look();
