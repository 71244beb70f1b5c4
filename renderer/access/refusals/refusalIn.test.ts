import { expect, test } from "vitest";
import { questionFromError } from "./questionFromError.ts";
import { refusalIn } from "./refusalIn.ts";

const message = 'forbidden: User "bob" cannot get path "/metrics"';

test.each([
  ["a Status", JSON.stringify({ kind: "Status", code: 403, reason: "Forbidden", message })],
  ["plain text", message],
])("finds the question in a denial that is %s", (_form, text) => {
  expect(questionFromError(refusalIn({ status: 403, text }))).toMatchObject({ mode: "path", path: "/metrics" });
});

test("finds no question in other responses", () => {
  for (const status of [200, 401, 404, 500]) expect(refusalIn({ status, text: message })).toBeUndefined();
});
