// Loaded before all else: loaded first from within a test that runs beside another, Node's module is at times left half made.
import "node:tls";
import fc from "fast-check";

/*
 * Node warns when an object has suspiciously many listeners, and prints the warning into the user's terminal. The
 * warning fails the run. This file is loaded for each test file, but its thread needs one listener.
 */
const WATCHED = Symbol.for("orrery.watchesWarnings");
if (!(WATCHED in process)) {
  Object.assign(process, { [WATCHED]: true });
  process.on("warning", (warning) => {
    if (warning.name === "MaxListenersExceededWarning") throw warning;
  });
}

/**
 * Property tests draw the same examples in every run, so that a run tells of the change and not of luck. `ORRERY_SEED=random`
 * draws others, which is how new counterexamples are hunted; a number repeats such a hunt.
 */
const seed = process.env["ORRERY_SEED"] ?? "20251";
fc.configureGlobal(seed === "random" ? {} : { seed: Number(seed) });
