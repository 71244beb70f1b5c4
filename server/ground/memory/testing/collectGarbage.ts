import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Frees what nothing holds any more, so that a test can see whether something still does. */
export const collectGarbage = runInNewContext("gc") as () => void;
