/** Nothing that runs in a container is ended for running too long. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** The execution limits of the library. */
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
