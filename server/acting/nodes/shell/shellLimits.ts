/** Nothing that runs in a container is ended for what it did long enough. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** The limits of the library that runs scripts. */
export const LIMITS = {
  maxCommandCount: UNLIMITED,
  maxLoopIterations: UNLIMITED,
  maxWorkUnits: UNLIMITED,
  maxOutputSize: UNLIMITED,
  maxInputBytes: UNLIMITED,
  maxTraversalWork: UNLIMITED,
  maxExecutionTimeMs: Number.POSITIVE_INFINITY,
  maxStringLength: 16 * 1024 * 1024,
  maxLiveBytes: 128 * 1024 * 1024,
};
