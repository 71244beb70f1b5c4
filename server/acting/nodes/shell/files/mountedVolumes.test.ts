import { expect, it } from "vitest";
import { machineOf, sh } from "../testing/startRun.ts";
import { Volumes } from "./volumeFiles.ts";

const mount = (path: string, volume: string, more: object = {}) => ({
  ...{ path, volume, subPath: "", readOnly: false, isInMemory: false },
  ...more,
});

const output = async (script: string, mounts: readonly ReturnType<typeof mount>[], volumes = new Volumes()) =>
  (await sh(script, { machine: await machineOf({ mounts }, { volumes }) })).output;

const TWO = [mount("/a", "one"), mount("/b", "two")];

it.each([
  ["writes to the link's target", "cd /a; echo 1 > f; ln -s f l; echo 2 > l; cat f; readlink l", "2\nf\n"],
  ["appends to it", "cd /a; echo 1 > f; ln -s f l; echo 2 >> l; cat f", "1\n2\n"],
  ["creates a missing target", "ln -s /b/x /a/l; echo 1 > /a/l; cat /b/x", "1\n"],
  ["leads to another mount", "echo 1 > /b/x; ln -s /b /a/d; cat /a/d/x; ls /a/d", "1\nx\n"],
  ["leads out of a mount", "mkdir /r; echo 1 > /r/x; ln -s /r /a/d; cat /a/d/x", "1\n"],
  [
    "leads through other links",
    "mkdir /n; echo 1 > /n/x; ln -s n /m; ln -s m/x /o; cat /o; readlink -f /o",
    "1\n/n/x\n",
  ],
  ["changes the target's mode", "cd /a; echo 1 > f; ln -s f l; chmod 600 l; stat -c %a f", "600\n"],
  ["is removed itself", "ln -s /b /a/d; echo 1 > /b/x; rm /a/d; ls /a; cat /b/x", "1\n"],
  ["is moved itself", "cd /a; echo 1 > f; ln -s f l; mv l k; readlink k; cat f", "f\n1\n"],
  [
    "is replaced by its content in a copy",
    "cd /a; echo 1 > f; ln -s f l; cp l /c; cat /c; readlink /c || echo file",
    "1\nfile\n",
  ],
  [
    "is followed when it is the current folder",
    "mkdir /b/x; ln -s /b/x /d; cd /d; pwd; pwd -P; ls; echo 1 > y; ls /b/x",
    "/d\n/b/x\ny\n",
  ],
  ["never ends", "ln -s /p /q; ln -s /q /p; [ -e /p ] || echo none; [ -L /p ] && echo link", "none\nlink\n"],
])("a symbolic link %s", async (_, line, expected) => expect(await output(line, TWO)).toBe(expected));

it.each([
  ["is seen in it", "echo 1 > /w/c/x; ls /w; cat /w/c/x", "c\nr\n1\n"],
  ["is another file system", "echo 1 > /w/x; mv /w/x /w/c/y; ls /w /w/c", "/w:\nc\nr\n\n/w/c:\nd\ny\n"],
  [
    "may be read-only",
    "touch /w/r/x; touch /w/x; ls /w",
    "touch: cannot touch '/w/r/x': Read-only file system\nc\nr\nx\n",
  ],
  ["may be deep", "echo 1 > /w/c/d/e/x; cat /w/c/d/e/x; ls /w/c/d", "1\ne\n"],
])("a mount point in another one %s", async (_, line, expected) => {
  const mounts = [mount("/w/c/d/e", "deep"), mount("/w/c", "inner"), mount("/w", "outer")];
  expect(await output(line, [...mounts, mount("/w/r", "fixed", { readOnly: true })])).toBe(expected);
});

it("a file of a volume is mounted within another mount, and writes to it reach the volume", async () => {
  const volumes = new Volumes();
  await volumes.replace("config", [{ path: "/app.yaml", content: "a: 1\n" }]);
  const mounts = [
    mount("/etc/app", "work"),
    mount("/etc/app/app.yaml", "config", { subPath: "app.yaml", readOnly: true }),
    mount("/etc/state", "work", { subPath: "state" }),
  ];
  expect(await output("cat /etc/app/app.yaml; echo 2 > /etc/app/app.yaml; ls /etc/app", mounts, volumes)).toBe(
    "a: 1\nsh: can't create /etc/app/app.yaml: Read-only file system\napp.yaml\nstate\n",
  );
  await output("echo 1 > /work/file", [mount("/work", "work")], volumes);
  const bound = [mount("/file", "work", { subPath: "file" }), mount("/work", "work")];
  expect(await output("echo 2 > /file; cat /work/file", bound, volumes)).toBe("2\n");
});
