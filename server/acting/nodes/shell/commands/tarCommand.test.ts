import { packTar } from "modern-tar";
import { expect, it } from "vitest";
import { machineOf, sh, start } from "../testing/startRun.ts";

it("does not extract names that lead out of the folder, as tar does, but all others", async () => {
  const file = (name: string) => ({ header: { name, size: 1, type: "file" as const }, body: "x" });
  const archive = Buffer.from(await packTar([file("../etc/passwd"), file("a/../../b"), file("good..name")]));
  const files = [{ path: "/d/a.b64", content: archive.toString("base64") }];
  const machine = await machineOf({ files });
  const script = "cd /d; base64 -d a.b64 > a.tar; tar xf a.tar; echo $?; ls; ls /b; cut -c1-4 /etc/passwd | head -n 1";
  const { ended, output } = await start({ argv: ["sh", "-c", script], machine });
  await ended;
  expect(output()).toBe(
    "tar: ../etc/passwd: Member name contains '..'\n" +
      "tar: Exiting with failure status due to previous errors\n2\na.b64\na.tar\ngood..name\n" +
      "ls: /b: No such file or directory\nroot\n",
  );
});

it("packs what it unpacks", async () => {
  expect((await sh("mkdir /d; echo a > /d/f; cd /; tar cf t.tar d; rm -r d; tar xf t.tar; cat d/f")).output).toBe(
    "a\n",
  );
});
