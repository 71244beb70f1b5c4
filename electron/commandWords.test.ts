import { expect, test } from "vitest";
import { linkAmong, ownArguments, serveFlags } from "./commandWords.ts";

const ownFolder = ["--data-dir", "/app/sandbox"];
const anyPort = ["--secure-port", "0"];

test("leaves out the program's own arguments and those for Chromium", () => {
  const argv = ["/usr/bin/electron", "--no-sandbox", "--inspect=0", "/app", "--data-dir", "/x", "--ozone-platform=x11"];
  expect(ownArguments(argv, false)).toEqual(["--data-dir", "/x"]);
  expect(ownArguments(["/opt/orrery", "-psn_0_1", "--secure-port=1"], true)).toEqual(["--secure-port=1"]);
  expect(ownArguments(["/opt/orrery"], true)).toEqual([]);
});

test("the prefixes for Chromium match no flag of the server", () => {
  const flags = [
    "--enable-admission-plugins=A",
    "--disable-admission-plugins=B",
    "--enable-bootstrap-token-auth",
    "--v=2",
  ];
  expect(ownArguments(["/opt/orrery", ...flags], true)).toEqual(flags);
});

test("uses the application's folder and any free port unless flags set them", () => {
  expect(serveFlags([], "/app")).toEqual([...ownFolder, ...anyPort]);
  expect(serveFlags(["--data-dir", "/x"], "/app")).toEqual([...anyPort, "--data-dir", "/x"]);
  expect(serveFlags(["--data-dir=/x", "--secure-port=1"], "/app")).toEqual(["--data-dir=/x", "--secure-port=1"]);
});

test("passes on no flag that came with a link", () => {
  const words = ["ORRERY://open/c/x", "--data-dir", "/elsewhere", "--anonymous-auth=true"];
  expect(linkAmong(words)).toBe("ORRERY://open/c/x");
  expect(serveFlags(words, "/app")).toEqual([...ownFolder, ...anyPort]);
});

test("does not take other arguments for links", () => {
  expect(linkAmong(["https://example/", "--flag=orrery:x", "orrery"])).toBeUndefined();
});
