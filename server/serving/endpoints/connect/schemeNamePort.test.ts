import { expect, it } from "vitest";
import { schemeNamePort } from "./schemeNamePort.ts";

it.each([
  ["web", { scheme: "", name: "web", port: "" }],
  ["web:http", { scheme: "", name: "web", port: "http" }],
  ["https:web:443", { scheme: "https", name: "web", port: "443" }],
  [":web:", { scheme: "", name: "web", port: "" }],
  ["", undefined],
  [":80", undefined],
  ["ftp:web:21", undefined],
  ["a:b:c:d", undefined],
])("%j", (text, expected) => {
  expect(schemeNamePort(text)).toEqual(expected);
});
