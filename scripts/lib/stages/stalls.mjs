import { runVitest, WHOLE_SUITE } from "./vitestRun.mjs";

/** The folder of tests that no request delays those of other clients. They need much processor time. */
export const STALLS = "server/testing/stalls";

/** One for each way in which a request is costly; together they take about a minute. */
const SAMPLE = [
  "advice",
  "deleteBodies",
  "expressions",
  "handshakes",
  "jsonBodies",
  "largeAnswers",
  "largeWrites",
  "manyRules",
  "texts",
  "yamlBodies",
].map((name) => `${STALLS}/${name}.test.ts`);

/** @param {{ whole?: boolean }} [options] whole: all of the tests instead of a sample */
export const testStalls = ({ whole = false } = {}) => runVitest(whole ? [STALLS] : SAMPLE, { timeout: WHOLE_SUITE });
