import { expect, it } from "vitest";
import { shownUri } from "./shownUri.ts";

it.each([
  ["/api?limit=1&access_token=secret&x=2", "/api?limit=1&access_token=REDACTED&x=2"],
  ["/api?ACCESS%5ftoken=secret", "/api?ACCESS%5ftoken=REDACTED"],
  ["/api?access_tokens=1&my_access_token=2", "/api?access_tokens=1&my_access_token=2"],
])("redacts tokens: %s", (uri, shown) => {
  expect(shownUri(uri)).toBe(shown);
});
