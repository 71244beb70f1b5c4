import { beforeAll, expect, it } from "vitest";
import type { UserMessage } from "../messages.ts";
import { type Capability, USUAL_CAPABILITIES } from "../processes/capabilities.ts";
import { machineOf, sh, start } from "../testing/startRun.ts";
import { Volumes } from "./volumeFiles.ts";

const userOf = (user: number, ...groups: number[]): UserMessage => ({ user, group: groups[0] ?? 0, groups });
const volumes = new Volumes();
const mounts = [{ path: "/v", volume: "v", readOnly: false, subPath: "", isInMemory: false }];
/** Runs a script as a user in a new machine; all of these machines share a volume. */
const as = async (user: UserMessage, script: string) =>
  sh(script, { machine: await machineOf({ user, mounts }, { volumes }) });
const asRoot = (script: string) => as(userOf(0, 0), script);
const asAlice = (script: string) => as(userOf(1000, 100), script);

beforeAll(async () => {
  const { output } = await asRoot(`
    mkdir /v/r /v/s /v/open /v/both; chmod 777 /v/open; chmod 700 /v/s; chmod 1777 /v/both
    echo r > /v/r/f; echo s > /v/s/f; echo o > /v/open/f; echo t > /v/both/root
    echo secret > /v/r/secret; chmod 600 /v/r/secret; echo group > /v/r/group; chmod 640 /v/r/group; chgrp 100 /v/r/group
    printf '#!/bin/sh\\necho ran\\n' > /v/open/run; chmod 755 /v/open/run; ln -s ../s/f /v/open/link`);
  expect(output).toBe("");
});

it.each<[readonly Capability[], string, string]>([
  [
    ["CHOWN"],
    "touch /own; chown 1000 /own; cat /v/r/secret; chmod 700 /v/both/alice; echo $?",
    "chown: /own: Operation not permitted\nsecret\n0\n",
  ],
  [
    ["DAC_OVERRIDE"],
    "cat /v/r/secret; cat /v/both/alice; echo a > /own && cat /own",
    "secret\ncat: /v/both/alice: Permission denied\na\n",
  ],
  [
    ["FOWNER"],
    "chmod 700 /v/both/alice; cat /v/both/alice",
    "chmod: cannot access '/v/both/alice': Operation not permitted\nown\n",
  ],
])("root without capabilities %j: %s", async (dropped, script, output) => {
  await asAlice("echo own > /v/both/alice; chmod 600 /v/both/alice");
  const capabilities = USUAL_CAPABILITIES.filter((each) => !dropped.includes(each));
  expect((await as({ ...userOf(0, 0), capabilities }, script)).output).toBe(output);
  await asAlice("rm /v/both/alice");
});

it.each([
  ["cat /v/r/f", "r\n", 0],
  ["cat /v/r/secret", "cat: /v/r/secret: Permission denied\n", 1],
  ["cd /v/r; cat secret", "cat: secret: Permission denied\n", 1],
  ["cat /v/r/nothing", "cat: /v/r/nothing: No such file or directory\n", 1],
  ["cat /v/r/group", "group\n", 0],
  ["cat /v/s/f", "cat: /v/s/f: Permission denied\n", 1],
  ["cat /v/open/link", "cat: /v/open/link: Permission denied\n", 1],
  ["ls /v/s", "ls: /v/s: Permission denied\n", 2],
  ["grep x < /v/r/secret", "sh: /v/r/secret: Permission denied\n", 1],
  ["touch /v/r/f", "touch: cannot touch '/v/r/f': Permission denied\n", 1],
  ["touch /v/r/new 2>&1", "touch: cannot touch '/v/r/new': Permission denied\n", 1],
  ["mkdir /v/r/d", "mkdir: cannot create directory '/v/r/d': Permission denied\n", 1],
  ["rm /v/r/f", "rm: cannot remove '/v/r/f': Permission denied\n", 1],
  ["mv /v/open/f /v/r/f", "mv: cannot move '/v/open/f': Permission denied\n", 1],
  ["cp /v/open/f /v/r/new", "cp: cannot copy '/v/open/f': Permission denied\n", 1],
  [
    "chmod 777 /v/r/f; ls -ld /v/r/f | cut -c1-10",
    /^chmod: cannot access '\/v\/r\/f': Operation not permitted\n-rw-r--r--\n$/,
    0,
  ],
  ["rm /v/both/root", "rm: cannot remove '/v/both/root': Operation not permitted\n", 1],
  ["echo m > /v/both/mine && rm /v/both/mine && echo gone", "gone\n", 0],
  ["echo x > /v/open/new && cat /v/open/new && rm /v/open/new", "x\n", 0],
  [
    "cd /v/open; tar cf a.tar f; cd /v/r; tar xf /v/open/a.tar; rm /v/open/a.tar",
    "tar: can't open 'f': Permission denied\n",
    0,
  ],
  ["/v/open/run", "ran\n", 0],
  ["for f in /v/r/f /v/r/secret /v/open/f; do [ -r $f ] && echo r; [ -w $f ] && echo w; done; :", "r\nr\n", 0],
  [
    "test -w /v/r || echo no; [[ -x /v/s ]] || echo no; [ -w '' ] || echo no; [ -w /v/open ] && echo yes",
    "no\nno\nno\nyes\n",
    0,
  ],
])("non-root user: %j", async (script, output, code) => {
  const { code: actual, output: printed } = await asAlice(script);
  expect(printed).toMatch(
    typeof output === "string" ? new RegExp(`^${output.replace(/[[\]()'.]/g, "\\$&")}$`) : output,
  );
  expect(actual).toBe(code);
});

it("applies only the first matching permission class", async () => {
  await asRoot("echo x > /v/open/own; chown 1000:100 /v/open/own; chmod 077 /v/open/own");
  expect((await asAlice("cat /v/open/own")).output).toContain("Permission denied");
  expect((await as(userOf(2000, 5, 100), "cat /v/open/own")).output).toBe("x\n");
  expect((await as(userOf(0, 0), "cat /v/open/own")).output).toBe("x\n");
});

it("observes permission changes of folders it has already traversed", async () => {
  const others = await machineOf({ mounts }, { volumes });
  const alice = await machineOf({ user: userOf(1000, 100), mounts }, { volumes });
  const files = alice.filesFor(alice.user);
  await others.files.mkdir("/v/way/in", { recursive: true });
  await others.files.writeFile("/v/way/in/f", "x");
  const reads = () => files.readFile("/v/way/in/f");
  expect(await reads()).toBe("x");
  await others.files.chmod("/v/way", 0o700);
  await expect(reads()).rejects.toThrow("Permission denied");
  await others.setOwner("/v/way", { user: 1000, group: 0 });
  expect(await reads()).toBe("x");
  await others.files.mkdir("/v/other/in", { recursive: true });
  await others.files.chmod("/v/other", 0o700);
  await others.files.mv("/v/way", "/v/before");
  await others.files.mv("/v/other", "/v/way");
  await expect(reads()).rejects.toThrow("Permission denied");
});

it("resolves a subPath of a volume by the machine's own paths", async () => {
  const part = [{ path: "/part", volume: "v", readOnly: false, subPath: "in/deep", isInMemory: false }];
  const at = await machineOf({ user: userOf(1000, 100), mounts: part }, { volumes });
  const { output } = await sh("touch /part/f; ln -s f /part/link; cat /part/link; ls -ln /part/f", {
    machine: at,
  });
  expect(output).toMatch(/^-rw-r--r-- \d+ 1000 100 .* \/part\/f\n$/);
});

it("removes a folder with its whole content or not at all", async () => {
  await asRoot("mkdir -p /v/both/d/in; touch /v/both/d/in/f; chown 1000 /v/both/d");
  expect((await asAlice("rm -r /v/both/d")).output).toContain("Permission denied");
  expect((await asRoot("ls /v/both/d/in")).output).toBe("f\n");
  await asRoot("chown -R 1000 /v/both/d");
  expect((await asAlice("rm -r /v/both/d; ls /v/both")).output).toBe("root\n");
});

it("a failed output redirection fails the command, not the script", async () => {
  const script = `
    echo $? > /v/open/status; cat /v/open/status
    echo x > /v/r/new; echo $?
    echo x >> /v/r/f || echo no
    { echo a; echo b; } > /v/r/new && echo never
    while read x; do echo $x; done < /v/r/f > /nowhere/f; echo $?
    f() { echo x > /v/r/new; }; f; echo $?
    echo x > /v/open; echo $?`;
  expect((await asAlice(script)).output.split("\n")).toEqual([
    "0",
    ...["sh: can't create /v/r/new: Permission denied", "1"],
    ...["sh: can't create /v/r/f: Permission denied", "no"],
    "sh: can't create /v/r/new: Permission denied",
    ...["sh: can't create /nowhere/f: nonexistent directory", "1"],
    ...["sh: can't create /v/r/new: Permission denied", "1"],
    ...["sh: /v/open: Is a directory", "1"],
    "",
  ]);
  expect(await asAlice("set -e; echo x > /v/r/new; echo never")).toMatchObject({ code: 1 });
  expect(
    (
      await asAlice(
        "exec 3>/v/open/three; echo x >&3; cat /v/open/three; echo ~; HOME=/v/open; echo h > ~/h; cat /v/open/h",
      )
    ).output,
  ).toBe("x\n/root\nh\n");
});

it("prints error messages in the style of the invoked shell", async () => {
  const { ended, output } = await start({ argv: ["bash", "-c", "cd /nowhere; echo x > /nowhere/f; echo $?"] });
  await ended;
  expect(output()).toMatch(/^bash: .*\nbash: \/nowhere\/f: No such file or directory\n1\n$/);
});

it("reports read-only file systems and continues", async () => {
  const fixed = await machineOf({ isRootReadOnly: true });
  const { output } = await sh("touch /f; echo x > /f; [ -w / ] || echo fixed; mkdir /d; echo x > ü", {
    machine: fixed,
  });
  expect(Buffer.from(output, "latin1").toString().split("\n")).toEqual([
    "touch: cannot touch '/f': Read-only file system",
    "sh: can't create /f: Read-only file system",
    "fixed",
    "mkdir: cannot create directory '/d': Read-only file system",
    "sh: can't create ü: Read-only file system",
    "",
  ]);
  const other = await machineOf({ isRootReadOnly: true, user: userOf(1000, 100) });
  const asOther = await sh("touch /etc/f; echo x > /etc/hostname; chmod 777 /etc", { machine: other });
  expect(asOther.output.match(/Read-only file system/g)).toHaveLength(3);
});
