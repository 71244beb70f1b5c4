import { describe, expect, it } from "vitest";
import type { CallMessage } from "../messages.ts";
import { machineOf, NEVER, sh, start } from "../testing/startRun.ts";

/** Sleeps of an hour never end, others end at once. */
const call = (what: CallMessage): unknown => {
  if (what.name === "programs") return [];
  return what.name === "sleep" && what.milliseconds >= 3_600_000 ? NEVER : 0;
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const script = (text: string, more: object = {}) => sh(text, { call, ...more });

describe("Background command", () => {
  it.each([
    ["sleep 1h & echo next", "next\n", 0],
    ["(exit 3) & wait $!; echo $?", "3\n", 0],
    ["false & a=$!; true & wait $a; echo $?; wait; echo $?", "1\n0\n", 0],
    ["x=1; y='a  b'; f() { echo $x \"$y\" $1; }; f 2 & wait", "1 a  b 2\n", 0],
    ["cd /tmp; set -- 'a b' c; { pwd; echo $# \"$1\"; } & wait", "/tmp\n2 a b\n", 0],
    ["x=1; { x=2; } & wait; echo $x", "1\n", 0],
    ['a=(1 \'2 3\'); for i in "${a[@]}"; do echo "$i"; done & wait', "1\n2 3\n", 0],
    ["set -e; { false; echo never; } & wait $! || echo $?", "1\n", 0],
    ["echo a > /log 2>&1 & wait; cat /log", "a\n", 0],
    ["true && echo b & wait", "b\n", 0],
    ["echo a | tr a b & wait", "b\n", 0],
    ["for i in 1 2 3; do echo $i & done; wait; echo end", "1\n2\n3\nend\n", 0],
    ["f() { sleep 1h & echo $!; }; f; kill $!; wait $!; echo $?", "2\n143\n", 0],
    ["sleep 1h & kill %1; wait %1; echo $?", "143\n", 0],
    ["sleep 1h & kill -0 $! && echo lives; kill -9 $!; wait $!; echo $?", "lives\n137\n", 0],
    ["wait 77; echo $?", "sh: wait: pid 77 is not a child of this shell\n127\n", 0],
    ["sleep 1h & true & wait -n; echo $?; jobs | wc -l", "0\n1\n", 0],
    ['set -u; echo "${!:-none}"; : & echo ${!:+some}', "none\nsome\n", 0],
    ["trap 'echo bye' EXIT; (trap - EXIT; echo a) & wait", "a\nbye\n", 0],
    ["set -x; : & wait", "+ :\n+ wait\n", 0],
    ["nohup sleep 1h > /dev/null 2>&1 & echo on", "on\n", 0],
    ["sleep 1h & p=$(jobs -p); [ $p = $! ] && echo same", "same\n", 0],
    ["{ sleep 1h & wait; } & kill $!; wait; echo over", "over\n", 0],
  ])("%s", async (text, output, code) => {
    expect(await script(text)).toMatchObject({ output, code });
  });

  it("is listed beside the running shell", async () => {
    const { output } = await script("sleep 1h & ps; jobs");
    expect(output).toMatch(/^ {4}1 root {6}0:00 sh -c .*$/m);
    expect(output).toMatch(/^ {4}2 root {6}0:00 sleep 1h$/m);
    expect(output).toMatch(/^\[1\]\+? +Running +sleep 1h$/m);
  });

  it("fails to fork beyond the container's process limit without affecting other commands", async () => {
    const text =
      "for i in $(seq 400); do sleep 1h & done 2> /errors; wc -l < /errors; head -n 1 /errors; sh -c 'echo more'";
    const { output } = await script(text);
    const full = "sh: can't fork: Resource temporarily unavailable\n";
    expect(output).toBe(`145\n${full}${full}`);
  });

  it("yields to other work even as a fork bomb, and can be killed", async () => {
    const bomb = await start({ argv: ["sh", "-c", "f() { f | f & }; f; wait"], call });
    const { machine } = bomb.run.parts;
    while (machine.jobs.size < 8) await turn();
    expect(await script("echo others")).toMatchObject({ output: "others\n", code: 0 });
    machine.close();
    bomb.run.signal("KILL");
    await bomb.ended;
    while (machine.jobs.size > 0) await turn();
  });

  it("keeps printing while the shell waits for it, until a trap kills it", async () => {
    const text =
      "trap 'kill $pid' TERM; (while true; do echo tick; sleep 1h; done) & pid=$!; wait $pid; wait $pid; echo $?";
    const { run, ended, shows, output } = await start({ argv: ["sh", "-c", text], call });
    await shows("tick\n");
    run.signal("TERM");
    expect(await ended).toBe(0);
    expect(output()).toBe("tick\n143\n");
  });

  it("lets a trap run before set -e ends the shell", async () => {
    const text =
      "set -e; trap 'echo trapped; kill $!' TERM; (while sleep 1h; do :; done) & echo begun; wait $!; echo never";
    const { run, ended, shows, output } = await start({ argv: ["sh", "-c", text], call });
    await shows("begun\n");
    while (run.jobs.list.length === 0) await turn();
    expect(run.jobs.list[0]?.child.title).toBe("(while sleep 1h; do :; done)");
    run.signal("TERM");
    expect(await ended).toBe(143);
    expect(output()).toBe("begun\ntrapped\n");
  });

  it("ends with its container, not with the exec command that started it", async () => {
    const machine = await machineOf();
    const other = await start({ argv: ["sh", "-c", "sleep 1h & echo done"], machine, call });
    expect(await other.ended).toBe(0);
    const titles = () => machine.processes.list([]).map(({ title }) => title);
    expect(titles()).toEqual(["sleep 1h"]);
    machine.close();
    while (titles().length > 0) await turn();
  });

  it("is started, awaited and killed in a session", async () => {
    const { run, ended, output } = await start({ argv: ["sh"], stdin: true, call });
    for (const line of ["f() { sleep 1h; }", "f &", "kill %1", "wait $!", "echo $?", "exit 3"]) {
      run.input.push(Buffer.from(`${line}\n`));
    }
    expect(await ended).toBe(3);
    expect(output()).toBe("143\n");
  });
});

describe("timeout", () => {
  /** Five simulated seconds pass as soon as everything else is idle. */
  const soon = (what: CallMessage): unknown => {
    if (what.name === "programs") return [];
    return what.name === "sleep" && what.milliseconds === 5_000 ? turns(200) : NEVER;
  };
  const turns = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await turn();
  };

  it.each([
    ["timeout 5 tail -f /dev/null; echo $?", "124\n"],
    ["timeout 5 sh -c 'while true; do :; done'; echo $?", "124\n"],
    ["timeout 5 sh -c 'echo begun; sleep 1h'; echo $?", "begun\n124\n"],
    ["timeout 5 yes > /dev/null; echo $?", "124\n"],
    ["timeout -s KILL 5 sleep 1h; echo $?", "137\n"],
    ["timeout -k 5 5 sh -c 'trap \"\" TERM; while true; do sleep 1h; done'; echo $?", "137\n"],
    ["timeout 1h sh -c 'exit 3'; echo $?", "3\n"],
    ["timeout 1h echo a | tr a b; x=$(timeout 1h echo c); echo $x", "b\nc\n"],
    ["echo in | timeout 1h cat", "in\n"],
    ["timeout 1h absent; echo $?", "timeout: can't execute 'absent': No such file or directory\n127\n"],
  ])("%s", async (text, output) => {
    expect(await sh(text, { call: soon })).toMatchObject({ output });
  });
});

describe("Nested shell", () => {
  it.each([
    ["sh -c 'echo $0 $1; exit 4' name a; echo $?", "name a\n4\n"],
    ["x=1; export y=2; sh -c 'echo ${x:-none} $y'", "none 2\n"],
    ["sh -c 'echo a; echo b >&2' 2>/dev/null | tr a c", "c\n"],
    ["sh -c 'echo a; echo b >&2' > /dev/null", "b\n"],
    ["echo 'echo $((1+1))' | sh", "2\n"],
    ["sh /run.sh x; /run.sh y; cd /; ./run.sh z", "ran x\nran y\nran z\n"],
    ["sh -c 'sleep 1h & wait -n & echo on'", "on\n"],
    ["x=$(sh -c 'echo in'); echo $x", "in\n"],
    ["exec /run.sh x; echo never", "ran x\n"],
    ['set -- /run.sh y; exec "$@"; echo never', "ran y\n"],
  ])("%s", async (text, output) => {
    const files = [{ path: "/run.sh", content: "#!/bin/sh\necho ran $1\n", mode: 0o755 }];
    expect(await script(text, { files })).toMatchObject({ output });
  });

  it("streams its output and ends with its parent", async () => {
    const { run, ended, shows } = await start({ argv: ["sh", "-c", "sh -c 'echo tick; sleep 1h'; echo never"], call });
    await shows("tick\n");
    run.signal("KILL");
    expect(await ended).toBe(137);
  });

  it("uses its parent's terminal", async () => {
    const { run, ended, output, shows } = await start({ argv: ["sh"], stdin: true, tty: true, call });
    await shows("/ # ");
    run.input.push(Buffer.from("bash\n"));
    await shows("root@web:/# ");
    run.input.push(Buffer.from("sleep 1h\n"));
    await shows("sleep 1h\n");
    run.input.push(Buffer.from("\u0003"));
    await shows("^C\n");
    run.input.push(Buffer.from("exit 5\n"));
    run.input.push(Buffer.from("echo code $?\n"));
    await shows("code 5\n");
    run.input.push(Buffer.from("\u0004"));
    await ended;
    expect(output()).toContain("\n/ # ");
  });
});

describe("Shell function", () => {
  it.each([
    "main() { echo tick; sleep 1h; }; main",
    'inner() { echo tick; sleep 1h; }; main() { inner "$@"; }; main a',
    'main() { while true; do echo tick; sleep 1h; done; }; main "$@"',
  ])("streams its output: %s", async (text) => {
    const { run, ended, shows } = await start({ argv: ["sh", "-c", text], call });
    await shows("tick\n");
    run.signal("KILL");
    expect(await ended).toBe(137);
  });

  it.each([
    ["f() { echo a; return 3; }; x=$(f); echo $? $x; f | tr a b; f > /f; cat /f", "3 a\nb\na\n"],
    ["f() { echo $1; [ $1 = 0 ] || f $(($1 - 1)); }; f 2", "2\n1\n0\n"],
    ["f() { local x=1; g; echo $x; }; g() { x=2; }; f; echo ${x:-none}", "2\nnone\n"],
    ["if false; then echo() { :; }; fi; echo still", "still\n"],
    ["f() { echo a >&2; }; f 2> /f; cat /f", "a\n"],
    ["f() { cat; }; echo in | f; f < /etc/hostname", "in\nweb\n"],
    ["f() { for i in 1 2; do g $i || return 5; done; }; g() { echo $1; [ $1 = 1 ]; }; f; echo $?", "1\n2\n5\n"],
    ["f() (echo sub; exit 4); f; echo $?; unset -f f; f || echo gone", /^sub\n4\nsh: f: (command )?not found\ngone\n$/],
    [
      "trap 'echo got; stop' USR1; stop() { echo stopping; exit 3; }; kill -USR1 $$; until sleep 0 && false; do echo on; exit; done",
      "got\nstopping\n",
    ],
    ["x=1; trap 'bye $x' EXIT; bye() { echo bye $1 $?; }; x=2; (exit 4)", "bye 2 4\n"],
    ["trap : TERM; sleep absent; echo $?; while sleep absent; do echo never; done", /^(sleep: .*\n)1\n\1$/],
  ])("%s", async (text, output) => {
    const { output: printed } = await script(text);
    if (typeof output === "string") expect(printed).toBe(output);
    else expect(printed).toMatch(output);
  });
});

describe("Main program of the container's image", () => {
  const served: string[][] = [];
  const serving = (what: CallMessage): unknown => {
    if (what.name === "programs") return [];
    if (what.name !== "serve") return what.name === "sleep" && what.milliseconds >= 3_600_000 ? NEVER : 0;
    served.push([...what.argv]);
    return what.argv.includes("fails") ? 3 : NEVER;
  };

  it.each([
    ["nginx -g 'daemon off;' fails & wait $!; echo $?", "3\n", [["nginx", "-g", "daemon off;", "fails"]]],
    ["nginx; echo on", "on\n", [["nginx"]]],
    ["python fails; echo $?", "3\n", [["python", "fails"]]],
    ["exec java fails", "", [["java", "fails"]]],
    ["sh -c 'exec \"$@\"' name node fails; echo $?", "3\n", [["node", "fails"]]],
    ["nginx -v", "nginx (simulated)\n", []],
  ])("is started by a script: %s", async (text, output, calls) => {
    served.length = 0;
    expect(await sh(text, { call: serving, serves: true })).toMatchObject({ output });
    expect(served).toEqual(calls);
  });

  it("is unavailable to other commands", async () => {
    expect(await sh("nginx")).toMatchObject({ output: "sh: nginx: command not found\n", code: 127 });
  });
});
