import { expect, it } from "vitest";
import { sh, start } from "../testing/startRun.ts";
import { mayReadInput } from "./inputReaders.ts";

it.each([
  "ls / | head -2",
  "cat /etc/hosts; echo cat",
  "grep -c root /etc/passwd",
  "grep -r x .",
  "sed -n 1p /etc/passwd | sort",
  "awk -F: '{ print $1 }' /etc/passwd",
  "head -n 1 /etc/passwd; tail -5 /etc/passwd; cut -d: -f1 /etc/passwd",
  "while read -r line; do echo $line; done < /etc/passwd",
  "cat <<E\na\nE",
  'x=$(wc -l < /etc/passwd); echo "$(cat /etc/hosts | tr a b)"',
  "f() { cat /etc/hosts; }; f",
])("%s does not read the input", (script) => expect(mayReadInput(script)).toBe(false));

it.each([
  "cat",
  "cat -",
  "cat | tr a b",
  "head -n 1",
  "grep -e x",
  "sed s/a/b/",
  "awk '{ print $1 }'",
  "while read -r line; do echo $line; done",
  "x=$(cat)",
  "(wc -l)",
  "f() { cat; }; f",
  "sh -c 'cat'",
  "timeout 5 cat",
  "tar xf - -C /tmp",
  "$command; cat",
  "head --lines 1",
  "cat 3< /etc/hosts",
])("%s may read the input", (script) => expect(mayReadInput(script)).toBe(true));

it("runs a script that does not read its input before the input ends", async () => {
  const { ended, output } = await start({ argv: ["sh", "-c", "cat /etc/hostname | tr a-z A-Z"], stdin: true });
  await ended;
  expect(output()).toBe("WEB\n");
});

it("reads the input of a script to its end", async () => {
  const { run, ended, output } = await start({
    argv: ["sh", "-c", "cat /etc/hostname; cat | tr a-z A-Z"],
    stdin: true,
  });
  run.input.push(Buffer.from("ab\n"));
  run.input.end();
  await ended;
  expect(output()).toBe(`${(await sh("cat /etc/hostname")).output}AB\n`);
});
