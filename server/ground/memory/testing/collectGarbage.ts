import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Frees unreferenced objects, so that a test can see whether something is still referenced. */
export const collectGarbage = runInNewContext("gc") as () => void;
