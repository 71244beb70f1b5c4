import { expect, it } from "vitest";
import { machineOf, sh } from "../testing/startRun.ts";

it.each([
  ["cat /x", "cat: can't open '/x': No such file or directory"],
  ["rm /x", "rm: can't remove '/x': No such file or directory"],
  ["mkdir /tmp", "mkdir: can't create directory '/tmp': File exists"],
  ["cp /x /y", "cp: can't stat '/x': No such file or directory"],
  ["mv /x /y", "mv: can't rename '/x': No such file or directory"],
  ["touch /a/b", "touch: /a/b: No such file or directory"],
  ["cd /x", "sh: cd: can't cd to /x: No such file or directory"],
  ["nope", "sh: nope: not found"],
  ["echo 'x: command not found'", "x: command not found"],
])("%s with busybox", async (script, said) => {
  const machine = await machineOf({ isBusybox: true });
  expect((await sh(script, { machine })).output).toBe(`${said}\n`);
});
