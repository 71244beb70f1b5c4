import type { Operation } from "./storage.ts";

/** Matches NUL and lone surrogates. */
const notText = /[\0\p{Surrogate}]/u;

/**
 * Checks a batch for what not every store could keep: SQLite (and C) end a text at NUL, UTF-8 has no lone surrogates,
 * and a batch may change each key only once.
 *
 * @throws TypeError
 */
export function checkBatch(operations: readonly Operation[]): void {
  const keys = new Set<string>();
  for (const operation of operations) {
    const { key } = operation;
    if (key === "" || notText.test(key)) {
      throw new TypeError(`not a storage key: ${JSON.stringify(key)}`);
    }
    if (keys.has(key)) throw new TypeError(`the key ${key} occurs twice in one batch`);
    keys.add(key);
    if (operation.type === "put" && typeof operation.value === "string" && notText.test(operation.value)) {
      throw new TypeError(`the value of ${key} cannot be stored as text`);
    }
  }
}
