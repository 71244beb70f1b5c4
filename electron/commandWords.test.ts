import { expect, test } from "vitest";
import { linkAmong, ownWords, serveFlags } from "./commandWords.ts";

const ownFolder = ["--data-dir", "/app/sandbox"];
const anyPort = ["--secure-port", "0"];

test("the program's own words and those for the shell are left out", () => {
  const argv = ["/usr/bin/electron", "--no-sandbox", "--inspect=0", "/app", "--data-dir", "/x", "--ozone-platform=x11"];
  expect(ownWords(argv, false)).toEqual(["--data-dir", "/x"]);
  expect(ownWords(["/opt/orrery", "-psn_0_1", "--secure-port=1"], true)).toEqual(["--secure-port=1"]);
  expect(ownWords(["/opt/orrery"], true)).toEqual([]);
});

test("the server's own flags are not among those for the shell", () => {
  const flags = [
    "--enable-admission-plugins=A",
    "--disable-admission-plugins=B",
    "--enable-bootstrap-token-auth",
    "--v=2",
  ];
  expect(ownWords(["/opt/orrery", ...flags], true)).toEqual(flags);
});

test("a folder and any port, unless flags say otherwise", () => {
  expect(serveFlags([], "/app")).toEqual([...ownFolder, ...anyPort]);
  expect(serveFlags(["--data-dir", "/x"], "/app")).toEqual([...anyPort, "--data-dir", "/x"]);
  expect(serveFlags(["--data-dir=/x", "--secure-port=1"], "/app")).toEqual(["--data-dir=/x", "--secure-port=1"]);
});

test("a link brings no flags along", () => {
  const words = ["ORRERY://open/c/x", "--data-dir", "/elsewhere", "--anonymous-auth=true"];
  expect(linkAmong(words)).toBe("ORRERY://open/c/x");
  expect(serveFlags(words, "/app")).toEqual([...ownFolder, ...anyPort]);
});

test("other words are no links", () => {
  expect(linkAmong(["https://example/", "--flag=orrery:x", "orrery"])).toBeUndefined();
});
