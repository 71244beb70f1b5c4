import { expect, it } from "vitest";
import { withoutMarkup } from "./withoutMarkup.ts";

it("escapes everything a browser could take for HTML", () => {
  expect(withoutMarkup(`<b id="x">a & b</b>`)).toBe(`&lt;b id="x"&gt;a &amp; b&lt;/b&gt;`);
  expect(withoutMarkup("&lt;")).toBe("&amp;lt;");
  expect(withoutMarkup("plain 'text'")).toBe("plain 'text'");
});
