// Loaded before all else: loaded first from within a test that runs beside another, Node's module is at times left half made.
import "node:tls";
import fc from "fast-check";

/**
 * Property tests draw the same examples in every run, so that a run tells of the change and not of luck. `ORRERY_SEED=random`
 * draws others, which is how new counterexamples are hunted; a number repeats such a hunt.
 */
const seed = process.env["ORRERY_SEED"] ?? "20251";
fc.configureGlobal(seed === "random" ? {} : { seed: Number(seed) });
