/** Whether `npm run test:all` runs: then nothing is a sample. */
export const isWhole = process.env.ORRERY_TEST_ALL !== undefined;
