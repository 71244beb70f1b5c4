/** Whether a value is a JSON object; numbers that keep their text are values. */
export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
