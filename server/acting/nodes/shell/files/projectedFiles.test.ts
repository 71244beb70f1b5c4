import { expect, it } from "vitest";
import type { FileText } from "../messages.ts";
import { machineOf, sh } from "../testing/startRun.ts";
import { Volumes } from "./volumeFiles.ts";

const FILES: readonly FileText[] = [
  { path: "/a", content: "1\n", mode: 0o400 },
  { path: "/deep/b", content: "2\n" },
];

/** A volume that was filled, and a machine in which it is mounted. */
async function filled(files: readonly FileText[], subPath = "") {
  const volumes = new Volumes();
  await volumes.replace("v", files, "..first");
  const mounts = [{ path: "/v", volume: "v", readOnly: true, subPath, isInMemory: true }];
  const machine = await machineOf({ mounts, user: { user: 1000, group: 100, groups: [100] } }, { volumes });
  const output = async (script: string): Promise<string> => (await sh(script, { machine })).output;
  return { volumes, output };
}

it("shows links to the files of a hidden folder", async () => {
  const { output } = await filled(FILES);
  expect(await output("ls /v; readlink /v/..data /v/a /v/deep; ls -A /v; cat /v/deep/b; realpath /v/a")).toBe(
    "a\ndeep\n..first\n..data/a\n..data/deep\n..data\n..first\na\ndeep\n2\n/v/..first/a\n",
  );
  expect((await output("ls -l /v")).replace(/root +\d+ \w+ +\d+ +[\d:]+/g, "…")).toBe(
    "total 2\nlrwxrwxrwx 1 root … a -> ..data/a\nlrwxrwxrwx 1 root … deep -> ..data/deep\n",
  );
  expect(await output("cat /v/a; echo 3 > /v/a")).toBe(
    "cat: /v/a: Permission denied\nsh: can't create /v/a: Read-only file system\n",
  );
});

it("replaces the folder when a file changes, comes or goes, and only then", async () => {
  const { output, volumes } = await filled(FILES);
  await volumes.replace("v", FILES, "..second");
  expect(await output("readlink /v/..data")).toBe("..first\n");
  await volumes.replace("v", [{ path: "/c", content: "3\n" }], "..third");
  expect(await output("readlink /v/..data; ls -A /v; cat /v/*")).toBe("..third\n..data\n..third\nc\n3\n");
  await volumes.replace("v", [], "..fourth");
  expect(await output("ls -A /v /v/..data/")).toBe("/v:\n..data\n..fourth\n\n/v/..data/:\n");
});

it("mounts a file by its subPath as it was, and a folder as it is", async () => {
  const file = await filled([{ path: "/a", content: "1\n" }], "a");
  await file.volumes.replace("v", [{ path: "/a", content: "2\n" }], "..second");
  expect(await file.output("cat /v; ls -l /v | cut -c 1-10")).toBe("1\n-rw-r--r--\n");
  const folder = await filled(FILES, "deep");
  await folder.volumes.replace("v", [{ path: "/deep/b", content: "3\n" }], "..second");
  expect(await folder.output("cat /v/b; ls /v")).toBe("3\nb\n");
});

it("gives files and links to the volume's group", async () => {
  const { output } = await filled(FILES.map((file) => ({ ...file, group: 100, mode: 0o440 })));
  const fields = "awk 'NF > 2 { print $1, $3, $4, $9 }'";
  const script = `ls -ln /v | ${fields}; ls -ldn /v/..first | ${fields}; ls -ln /v/..first | ${fields}; cat /v/a`;
  expect((await output(script)).split("\n")).toEqual([
    "lrwxrwxrwx 0 100 a",
    "lrwxrwxrwx 0 100 deep",
    "drwxr-sr-x 0 100 /v/..first",
    "-r--r----- 0 100 a",
    "drwxr-xr-x 0 100 deep",
    ...["1", ""],
  ]);
});

it("lists the size of links and the dates of folders", async () => {
  const { output } = await filled(FILES);
  const lines = (await output("ls -la /v")).split("\n");
  const [date] = /\w{3} +\d+ \d\d:\d\d/.exec(lines.at(-2) ?? "") ?? [""];
  const shown = lines.filter((line) => line.includes("->") || line.endsWith(" ."));
  expect(shown.map((line) => line.replace(/^.* root root +/, ""))).toEqual([
    `0 ${date} .`,
    `7 ${date} ..data -> ..first`,
    `8 ${date} a -> ..data/a`,
    `11 ${date} deep -> ..data/deep`,
  ]);
});
