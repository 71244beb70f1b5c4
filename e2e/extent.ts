import { test } from "vitest";

/**
 * Whether a run leaves out the tests that take longest, as `npm test` does.
 * `npm run test:all`, `npm run pictures` and a run of single files have all tests.
 */
export const isSample = process.env.ORRERY_TEST_SAMPLE !== undefined;

/**
 * Declares a test that a sample leaves out: it takes seconds, and what it covers is refined behaviour of a view whose
 * principal behaviour other tests of the sample cover.
 */
export const longTest = test.skipIf(isSample);
