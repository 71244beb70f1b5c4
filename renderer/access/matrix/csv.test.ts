import { expect, it } from "vitest";
import { csvOf } from "./csv.ts";

it("quotes cells that need it", () => {
  expect(
    csvOf([
      ["a", 'say "x"', "b,c"],
      ["", "line\nbreak"],
    ]),
  ).toBe('a,"say ""x""","b,c"\r\n,"line\nbreak"\r\n');
});

it("passes no formula to a spreadsheet", () => {
  expect(csvOf([["=1+1", "@x", "-a", "a-b"]])).toBe("'=1+1,'@x,'-a,a-b\r\n");
});
