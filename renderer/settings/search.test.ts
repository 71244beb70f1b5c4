import { expect, test } from "vitest";
import { finds } from "./search.ts";

test.each([
  ["", "anything", true],
  ["font", "Font size", true],
  ["SIZE  font", "Font size", true],
  ["größe", "Schriftgröße", true],
  ["font colour", "Font size", false],
])("%s in %s: %s", (search, text, found) => expect(finds(search, text)).toBe(found));
