import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { imageFiles } from "../programs/images/imageFiles.ts";
import type { CallMessage } from "./messages.ts";
import { machineOf, NEVER, sh, start } from "./testing/startRun.ts";

describe("Shell script", () => {
  it.each([
    ["echo a; echo b >&2; exit 3", "a\nb\n", 3],
    ["echo a | tr a b", "b\n", 0],
    ["x=$(echo in); echo $x", "in\n", 0],
    ["echo kept > /f; cat /f", "kept\n", 0],
    ["for i in 1 2; do echo $i; done | sort -r", "2\n1\n", 0],
    ["f() { echo $1; return 2; }; f a; echo $?", "a\n2\n", 0],
    ["if false; then echo no; else echo yes; fi", "yes\n", 0],
    ["{ echo a; echo b; } > /f; wc -l < /f", "2\n", 0],
    ["while read x; do echo got $x; done < /etc/hostname", "got web\n", 0],
    ["case a in a) echo one;; *) echo other;; esac", "one\n", 0],
    ["set -e; false; echo never", "", 1],
    ["cat <<X\nhere $HOME\nX", "here /root\n", 0],
    ["hostname; whoami; uname -n", "web\nroot\nweb\n", 0],
    ["stty size", "stty: standard input: Inappropriate ioctl for device\n", 1],
    ["head -c 9000000 /dev/zero | wc -c", "9000000\n", 0],
    ["head -c 40M /dev/zero", "head: write error: No space left on device\n", 1],
    ["echo a > /dev/null; cat /dev/null; wc -c < /dev/null; while read x; do :; done < /dev/null", "0\n", 0],
    ["f() { cat <<E > /f\n$1\nE\ncat /f\n}; f a; cat <<E | wc -l && echo b\n1\n2\nE", "a\n2\nb\n", 0],
    ["(cat <<-E\n\ta\tb\n\t$HOME\n\tE\n) | cat; cat <<E\nE\ncat <<E\n\nE", "a\tb\n/root\n\n", 0],
    ["x=$(cat <<'E'\nit's $HOME \"a\\n\nE\n); echo \"$x\"", "it's $HOME \"a\\n\n", 0],
    [
      "head -c 100K /dev/urandom > /f; wc -c < /f; dd if=/dev/urandom of=/f bs=1M count=1 2>/dev/null; wc -c < /f",
      "102400\n1048576\n",
      0,
    ],
    ["printf 'a\nb\n' > /f; head -n 1 /f; head -c 1 /f", "a\na", 0],
    ['x=1; echo ${x}a "${x}_b" $x.c; cat <<E > /f\n${x}d\nE\ncat /f', "1a 1_b 1.c\n1d\n", 0],
    ['printf "%s\\n" a b | xargs -I{} echo "<{}>"; seq 1 3 | paste -sd+', "<a>\n<b>\n1+2+3\n", 0],
    [
      "less /etc/hostname; echo a | more; more /none",
      "web\na\nmore: can't open '/none': No such file or directory\n",
      1,
    ],
    [
      "free -m | sed -n 2p; df -h | tail -n 1",
      "Mem:           8192         128        8064\noverlay                  50.0G         0     50.0G   0% /\n",
      0,
    ],
    ["printf hello | tail -c +2; printf hello | tail -c+0; printf hello | tail -c -2", "ellohellolo", 0],
    ["printf 'a\nb\nc\n' > /f; head -n -1 /f; tail +3 /f; tail -n -1 /f; tail -n +9 /f", "a\nb\nc\nc\n", 0],
    [
      "printf hello | head -c -2; cp /etc/hostname /f; head -n -9 /f; tail -c +2 /f /none",
      "hel==> /f <==\neb\ntail: /none: No such file or directory\n",
      1,
    ],
    ["case x in [!a-c]) echo n;; esac; case b in [!a-c]) echo n;; *) echo o;; esac", "n\no\n", 0],
    ["case ']' in [!]]) echo y;; *) echo n;; esac; case ! in [a!]) echo y;; esac", "n\ny\n", 0],
    ["[[ x == [!a-c] ]] && echo y; [[ a == [![:digit:]a] ]] || echo n", "y\nn\n", 0],
    ["echo a b c | xargs -n2 echo; printf a,b | xargs -d, -n1 -P2 echo -n1", "a b\nc\n-n1 a\n-n1 b\n", 0],
    ["echo a > /f; echo b > /g; diff /f /g", "--- /f\n+++ /g\n@@ -1 +1 @@\n-a\n+b\n", 1],
    ["printf 'a\na\n' | uniq -c; mkdir -p -m 750 /d/e; stat -c %a /d/e; realpath /d/../d", "      2 a\n750\n/d\n", 0],
    ["truncate -s 10 /f; wc -c < /f; printf hello > /f; truncate -s 2 /f; cat /f", "10\nhe", 0],
    ["umask; umask 077; ulimit -n; head -n 1 /proc/meminfo", "0022\n1048576\nMemTotal:        8388608 kB\n", 0],
    ["sqlite3 x", "sh: sqlite3: command not found\n", 127],
    ["no-such-command", "sh: no-such-command: command not found\n", 127],
  ])("%j prints the expected output", async (script, output, code) => {
    expect(await sh(script)).toMatchObject({ output, code });
  });

  it.each([
    ['x="echo a"; $x "b  c" "${x}d"', "a b  c echo ad\n", 0],
    ['set -- echo "a  b"; "$@"; $none; echo $?; $none echo c; "$@" > /f; cat /f', "a  b\n0\nc\na  b\n", 0],
    [
      'f() { echo $#; return 3; }; call="f 1 2"; $call; echo $?; one="f 1"; "$one"',
      "2\n3\nsh: f 1: command not found\n",
      127,
    ],
    ["x='cat -'; echo piped | $x; e=exit; $e 4; echo never", "piped\n", 4],
    ["set -x; x='echo 1'; $x", "1\n+ echo 1\n+ x=echo 1\n", 0],
  ])("%j finds the command in the words of an expansion", async (script, output, code) => {
    expect(await sh(script)).toMatchObject({ output, code });
  });

  it.each([
    [': "${X:=y}"; echo "$X" "${Y:-z}" "${X:+set}" "${1-none}"', "y z set none\n", 0],
    ['[ -z "${X:-}" ] && x="${X:-a  b}" && echo "$x"; for i in "${Y:-c}"; do echo "$i"; done', "a  b\nc\n", 0],
    ['case "${X:-y}" in y) echo "${@:-none}";; esac; set -- 1 2; echo "${@:-none}"', "none\n1 2\n", 0],
    ['echo "$X"', "sh: X: unbound variable\n", 1],
  ])("%j handles unset variables under set -u", async (script, output, code) => {
    expect(await sh(`set -u; ${script}`)).toMatchObject({ output, code });
  });

  it.each([
    ["set -e; rc=0; (exit 3) || rc=$?; echo $rc", "3\n", 0],
    ["set -e; [ -f /none ] && y=1; z=2; echo $z", "2\n", 0],
    ["false; x=1; echo $?; false; x=$?; echo $x $?; false; x=$(true); echo $?", "0\n1 0\n0\n", 0],
    ["set -e; x=$(exit 4); echo never", "", 4],
    ["f() { local a=1; a=2; b=$a; return 5; }; f || c=$?; echo $a$b$c", "25\n", 0],
    ["set -x; x=1", "+ x=1\n", 0],
    ["x=1 y=2; x=3 printenv x; echo $x$y", "3\n12\n", 0],
  ])("%j returns the exit code of an assignment", async (script, output, code) => {
    expect(await sh(script)).toMatchObject({ output, code });
  });

  it.each([
    ["exec echo a; echo never", "a\n", 0],
    ['main() { exec "$@"; }; main sh -c "exit 4"; echo never', "", 4],
    ["exec absent || echo never", "sh: absent: command not found\n", 127],
    ["exec > /f; echo a; cat /f >&2", "a\n", 0],
    ["exec > /none/f || echo never", "sh: can't create /none/f: nonexistent directory\n", 1],
    ["exec < /none; echo never", "sh: /none: No such file or directory\n", 1],
    ["trap 'echo b' EXIT; : > /none/f; echo never", "sh: can't create /none/f: nonexistent directory\nb\n", 1],
    ["(exec > /none/f; echo never) 2> /dev/null; echo $?; echo b", "1\nb\n", 0],
  ])("%j exits where POSIX requires it", async (script, output, code) => {
    expect(await sh(script)).toMatchObject({ output, code });
  });

  it("continues after a failed exec redirection in bash", async () => {
    const bash = await start({ argv: ["bash", "-c", "exec > /none/f; echo a"] });
    expect(await bash.ended).toBe(0);
    expect(bash.output()).toContain("a\n");
  });

  it("lists files with the container's user as owner, and folders without a suffix", async () => {
    const { output } = await sh("mkdir /d && cd /d && mkdir in && echo a > file && ls -l && ls -ld /d && ls -ln file");
    expect(output).toMatch(/^drwxr-xr-x \d+ root root +0 .* in$/m);
    expect(output).toMatch(/^-rw-r--r-- \d+ root root +2 .* file$/m);
    expect(output).toMatch(/^drwxr-xr-x \d+ root root +0 .* \/d$/m);
    expect(output).toMatch(/^-rw-r--r-- \d+ 0 0 +2 .* file$/m);
    expect((await sh("mkdir -p /d/in; ls -F /d; ls -d /d /tmp; ls -ld /d /tmp | wc -l")).output).toBe(
      "in/\n/d\n/tmp\n2\n",
    );
    expect((await sh("ls /bin | grep -x cat; ls /bin | grep -c __")).output).toBe("cat\n0\n");
  });

  it("traces the script's own commands only", async () => {
    expect((await sh("set -x; for i in 1; do echo $i; done")).output).toBe("1\n+ echo 1\n");
  });

  it("passes only exported variables to commands", async () => {
    const script = "own=1; export shared=2; env | sort; x=3 env | grep x=; printenv shared; env given=4 printenv given";
    const { output } = await sh(script);
    const lines = output.trimEnd().split("\n");
    expect(lines).toEqual(expect.arrayContaining(["HOME=/root", "shared=2", "x=3", "2", "4"]));
    for (const line of lines) expect(line).not.toMatch(/^(own|IFS|BASHOPTS|OPTIND|__\w+)=/);
    expect(lines).not.toContain("");
  });

  it.each([
    [{ user: 0, capabilities: ["CHOWN"] as const }, "", false],
    [{ user: 1000 }, "", false],
    [{ user: 1000 }, "0 2147483647", true],
    [{ user: 1000 }, "2000 3000", false],
    [{ user: 0 }, "", true],
  ])("allows %j to ping with groups %j: %s", async (user, range, may) => {
    const path = "/proc/sys/net/ipv4/ping_group_range";
    const files = range === "" ? [] : [{ path, content: `${range}\n` }];
    const machine = await machineOf({ user: { ...user, group: 1000, groups: [1000] }, files });
    const { output } = await sh("ping -c 1 web", {
      machine,
      call: ({ name }) => (name === "resolve" ? ["10.0.0.1"] : []),
    });
    if (may) expect(output).toContain("1 packets received");
    else expect(output).toBe("ping: permission denied (are you root?)\n");
  });

  it("streams its output", async () => {
    const { run, shows, ended, output } = await start({
      argv: ["sh", "-c", "for i in 1 2 3; do echo tick $i; sleep 1; done"],
      call: () => NEVER,
    });
    await shows("tick 1\n");
    expect(output()).toBe("tick 1\n");
    run.signal("KILL");
    expect(await ended).toBe(137);
  });

  it.each([
    ["timeout 0.05 sleep 3; echo $?; sleep 0; echo $?", "124\n0\n"],
    ["timeout 0.05 sh -c 'sleep 3; echo never' || echo late", "late\n"],
  ])("terminates a command after its timeout and continues: %s", async (script, output) => {
    const call = (what: CallMessage) => (what.name === "sleep" && what.milliseconds === 3000 ? NEVER : 0);
    expect(await sh(script, { call })).toMatchObject({ output, code: 0 });
  });

  it("receives its arguments, as a file and with -c", async () => {
    const files = [{ path: "/run.sh", content: "#!/bin/sh\necho $1-$#", mode: 0o755 }];
    for (const argv of [
      ["sh", "/run.sh", "a b", "c"],
      ["/run.sh", "a b", "c"],
      ["sh", "-c", "echo $1-$#", "name", "a b", "c"],
    ]) {
      const { ended, output } = await start({ argv, files });
      expect(await ended).toBe(0);
      expect(output()).toBe("a b-2\n");
    }
  });

  it("runs a command without a shell literally", async () => {
    const { ended, output } = await start({ argv: ["echo", "a  b", "$HOME", "it's"] });
    expect(await ended).toBe(0);
    expect(output()).toBe("a  b $HOME it's\n");
  });

  it("allows a busy loop to be killed and yields to other work", async () => {
    const { run, ended, shows } = await start({ argv: ["sh", "-c", "echo begun; while true; do :; done"] });
    await shows("begun");
    run.signal("KILL");
    expect(await ended).toBe(137);
  });

  it("blocks while its output is not consumed", async () => {
    const { run, ended, chunks } = await start({ argv: ["sh", "-c", "while true; do seq 1 20000; done"] });
    await new Promise<void>((resolve) => setImmediate(resolve));
    const size = (): number => chunks.reduce((sum, { text }) => sum + text.length, 0);
    while (size() < 1024 * 1024) await new Promise<void>((resolve) => setImmediate(resolve));
    const before = size();
    for (let i = 0; i < 50; i++) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(size()).toBe(before);
    run.signal("KILL");
    await ended;
  });
});

describe("Signals", () => {
  it("run a trap after the foreground command, and immediately during a wait", async () => {
    let wake: (value: unknown) => void = () => undefined;
    const slept = new Promise((resolve) => (wake = resolve));
    const { run, ended, output, shows } = await start({
      argv: ["sh", "-c", 'trap "echo got" TERM; echo begun; sleep 10; echo slept; sleep 1h & wait; exit 7'],
      call: (what) => (what.name === "sleep" && what.milliseconds === 10_000 ? slept : NEVER),
    });
    await shows("begun");
    run.signal("TERM");
    wake(undefined);
    await shows("slept");
    expect(output()).toBe("begun\ngot\nslept\n");
    run.signal("TERM");
    expect(await ended).toBe(7);
    expect(output()).toBe("begun\ngot\nslept\ngot\n");
  });

  it("do not terminate the first process without a trap, and no inner process can kill it", async () => {
    const machine = await machineOf();
    const main = await start({ argv: ["sh", "-c", "echo begun; sleep infinity"], machine, call: () => NEVER });
    await main.shows("begun");
    for (const name of ["TERM", "INT", "HUP", "QUIT", "USR1"] as const) main.run.signal(name);
    expect(await (await start({ argv: ["kill", "-9", "1"], machine, isMain: false, call: () => [] })).ended).toBe(0);
    expect(machine.processes.list([]).map(({ number }) => number)).toContain(1);
    main.run.signal("KILL");
    expect(await main.ended).toBe(137);
  });

  it("run an EXIT trap and keep the exit code", async () => {
    expect(await sh('trap "echo end" EXIT; exit 4')).toMatchObject({ code: 4, output: "end\n" });
  });

  it("are sent to other processes of the machine", async () => {
    const machine = await machineOf();
    const sleeper = await start({ argv: ["sleep", "infinity"], machine, isMain: false, call: () => NEVER });
    const other = await start({ argv: ["kill", `${sleeper.run.process}`], machine, isMain: false, call: () => [] });
    expect(await other.ended).toBe(0);
    expect(await sleeper.ended).toBe(143);
  });
});

describe("Shell session", () => {
  it("keeps variables, the working directory and functions between lines", async () => {
    const { run, ended, output } = await start({ argv: ["sh"], stdin: true });
    run.input.push(Buffer.from("x=5\ncd /tmp\nf() { echo $x in $PWD; }\nf\nif true\nthen echo joined\nfi\nexit 3\n"));
    expect(await ended).toBe(3);
    expect(output()).toBe("5 in /tmp\njoined\n");
  });

  it.each([
    ["while true; do\necho in\nbreak\ndone", "in\n"],
    ["for i in 1 2; do\necho $i\ndone", "1\n2\n"],
    ["if false; then\necho no\nelse\necho yes\nfi", "yes\n"],
    ["f() {\necho called\n}\nf", "called\n"],
    ["cat <<END\nline\nEND", "line\n"],
    ["echo a |\ntr a b", "b\n"],
    ["true &&\necho and", "and\n"],
    ['echo "a\nb"', "a\nb\n"],
    ["echo a\\\nb", "ab\n"],
    ["echo x # no more |\necho y", "x\ny\n"],
  ])("joins the continued lines of %j", async (lines, printed) => {
    const { run, ended, output } = await start({ argv: ["sh"], stdin: true });
    run.input.push(Buffer.from(`${lines}\necho on\n`));
    run.input.end();
    expect(await ended).toBe(0);
    expect(output()).toBe(`${printed}on\n`);
  });

  it("continues after a break outside of a loop", async () => {
    const { run, ended, output } = await start({ argv: ["sh"], stdin: true });
    run.input.push(Buffer.from("break\ncontinue\necho on\nexit 3\n"));
    expect(await ended).toBe(3);
    expect(output()).toBe("on\n");
  });

  it("reports a syntax error and continues", async () => {
    const { run, ended, output } = await start({ argv: ["sh"], stdin: true });
    run.input.push(Buffer.from("if true; fi\necho on\n"));
    run.input.end();
    expect(await ended).toBe(0);
    expect(output()).toMatch(/^sh: .*fi/i);
    expect(output()).toContain("on\n");
  });

  it("shows a prompt, echoes input on a terminal, and interrupts a command at Ctrl-C", async () => {
    const { run, ended, output, shows } = await start({ argv: ["sh"], stdin: true, tty: true, call: () => NEVER });
    await shows("/ # ");
    run.input.push(Buffer.from("sleep 100\r"));
    await shows("sleep 100\n");
    run.input.push(Buffer.from("\u0003"));
    await shows("^C\n");
    run.input.push(Buffer.from("echo still here\r"));
    await shows("\nstill here\n");
    run.input.push(Buffer.from("\u0004"));
    expect(await ended).toBe(0);
    expect(output()).toMatch(/exit\n$/);
  });
});

describe("tar", () => {
  it("packs and unpacks files byte for byte", async () => {
    const bytes = Buffer.from([0, 255, 10, 128, 65]);
    const packed = await start({
      argv: ["tar", "cf", "-", "-C", "/data", "."],
      files: [
        { path: "/data/a.bin", content: bytes },
        { path: "/data/deep/b", content: "text", mode: 0o600 },
      ],
    });
    expect(await packed.ended).toBe(0);
    const machine = await machineOf();
    const unpacked = await start({ argv: ["tar", "xmf", "-", "-C", "/tmp"], stdin: true, machine });
    unpacked.run.input.push(Buffer.from(packed.output(), "latin1"));
    unpacked.run.input.end();
    expect(await unpacked.ended).toBe(0);
    expect(Buffer.from(await machine.files.readFileBuffer("/tmp/a.bin"))).toEqual(bytes);
    expect(await machine.files.readFile("/tmp/deep/b")).toBe("text");
  });

  it("rejects an archive that unpacks to more than the container's limit", async () => {
    const { run, ended, output } = await start({ argv: ["tar", "xzf", "-"], stdin: true });
    const zipped = gzipSync(Buffer.alloc(1024 * 1024));
    run.input.push(Buffer.concat(Array<Buffer>(257).fill(zipped)));
    run.input.end();
    expect(await ended).toBe(2);
    expect(output()).toContain("tar: the archive is too large");
  });

  it("reports missing files", async () => {
    const { ended, output } = await start({ argv: ["tar", "cf", "-", "/none"] });
    expect(await ended).toBe(2);
    expect(output()).toContain("tar: /none: Cannot stat");
  });
});

describe("Network commands", () => {
  const answer = { status: 201, headers: { "content-type": "text/plain" }, body: Buffer.from("made\n") };
  it("send the request that curl's options describe", async () => {
    const asked: CallMessage[] = [];
    const result = await sh("curl -s -X PUT -H 'A: b' -d x=1 web:8080/p -w ' %{http_code}'", {
      call: (what) => {
        asked.push(what);
        return answer;
      },
    });
    expect(result).toMatchObject({ code: 0, output: "made\n 201" });
    expect(asked[0]).toMatchObject({
      request: { url: "http://web:8080/p", method: "PUT", headers: { a: "b" } },
    });
  });

  it("show response headers as servers write them, and a container's addresses", async () => {
    const headers = { "content-type": "text/html", "x-a": "b" };
    const call = () => ({ status: 404, headers, body: Buffer.from("") });
    expect((await sh("curl -sI web", { call })).output).toBe(
      "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nX-A: b\r\n\r\n",
    );
    const files = [{ path: "/etc/hosts", content: "10.244.0.2\tweb\n" }];
    expect((await sh("ip a | grep eth0$", { files })).output).toBe("    inet 10.244.0.2/24 scope global eth0\n");
    expect((await sh("ip addr show", { files })).output).toContain("inet 127.0.0.1/8 scope host lo");
  });

  it("do not take the values of curl's long options for URLs", async () => {
    const asked: CallMessage[] = [];
    await sh("curl -s --connect-timeout 5 --interface 192.168.100.2 --max-time 3 http://web:8080/hostname", {
      call: (what) => {
        asked.push(what);
        return answer;
      },
    });
    expect(asked).toMatchObject([{ request: { url: "http://web:8080/hostname" } }]);
  });

  it("send nc's stdin and print the response; with -z only connect", async () => {
    const asked: CallMessage[] = [];
    const call = (what: CallMessage) => {
      asked.push(what);
      return what.name === "exchange" ? Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n") : "";
    };
    const result = await sh("echo hostName | nc -v -t -w 2 web 80", { call });
    expect(result).toMatchObject({ code: 0, output: "HTTP/1.1 400 Bad Request\r\n\r\nweb (web:80) open\n" });
    expect(asked).toMatchObject([{ name: "connect" }, { name: "exchange", host: "web", port: 80 }]);
    expect(await sh("nc -vz -w 2 web 80", { call })).toMatchObject({ code: 0, output: "web (web:80) open\n" });
    expect(await sh("nc -vuz -w 5 web 80", { call })).toMatchObject({ code: 0, output: "web (web:80) open\n" });
    expect(asked.map(({ name }) => name)).toEqual(["connect", "exchange", "connect"]);
  });

  it("print the host's own address, and addresses by family", async () => {
    const files = [{ path: "/etc/hosts", content: "127.0.0.1\tlocalhost\n10.244.0.2\tother web # own\n" }];
    expect(await sh("hostname -i", { files })).toMatchObject({ code: 0, output: "10.244.0.2\n" });
    const call = () => ["10.0.0.1", "fd00::1"];
    expect(await sh("getent ahostsv4 web | awk '{print $1, $2}'", { call })).toMatchObject({
      output: "10.0.0.1 STREAM\n10.0.0.1 DGRAM\n10.0.0.1 RAW\n",
    });
    expect(await sh("getent ahostsv6 web | head -n 1", { call })).toMatchObject({
      output: "fd00::1         STREAM web\n",
    });
    expect(await sh("getent ahostsv6 web", { call: () => ["10.0.0.1"] })).toMatchObject({ code: 2, output: "" });
  });

  it("look up names in the hosts file before querying DNS", async () => {
    const content =
      "127.0.0.1\tlocalhost\n10.244.0.2\tweb.sub.default.svc.cluster.local\tweb\n123.45.67.89\tfoo\tbar\n";
    const files = [{ path: "/etc/hosts", content }, ...imageFiles("agnhost:2.53")];
    const asked: CallMessage[] = [];
    const call = (what: CallMessage) => {
      asked.push(what);
      return what.name === "fetch" ? answer : what.name === "resolve" ? [] : "";
    };
    const run = async (line: string) => (await sh(line, { files, call })).output;
    expect(await run("getent hosts web")).toBe("10.244.0.2      web.sub.default.svc.cluster.local web\n");
    expect(await run("getent hosts web.sub.default.svc.cluster.local 2>&1")).toMatch(/^10\.244\.0\.2 /);
    expect(await run("getent hosts 123.45.67.89")).toBe("123.45.67.89    foo bar\n");
    expect(await run("getent ahostsv4 bar | head -n 1")).toBe("123.45.67.89    STREAM bar\n");
    expect(await run("hostname -f; hostname -d")).toBe(
      "web.sub.default.svc.cluster.local\nsub.default.svc.cluster.local\n",
    );
    expect(await run("ping -c1 foo | head -n 1")).toBe("PING foo (123.45.67.89): 56 data bytes\n");
    expect(asked).toEqual([]);
    await run(
      "curl -s http://foo:81/a; wget -qO- http://BAR/; nc -z foo 80; /agnhost connect foo:82; curl -s http://other/",
    );
    expect(asked).toMatchObject([
      { name: "fetch", request: { url: "http://foo:81/a", address: "123.45.67.89" } },
      { name: "fetch", request: { url: "http://bar/", address: "123.45.67.89" } },
      { name: "connect", host: "123.45.67.89", port: 80 },
      { name: "connect", host: "123.45.67.89", port: 82 },
      { name: "fetch", request: { url: "http://other/" } },
    ]);
    expect(asked.at(-1)).not.toHaveProperty("request.address");
    // `nslookup` asks only the name service, and does not read the file.
    expect((await sh("nslookup foo", { files, call })).code).toBe(1);
  });

  it.each([
    ["web:80", "", 0, ""],
    ["--timeout=3s web:80", "Connection refused", 1, "REFUSED\n"],
    ["--timeout=3s web:80", "Connection timed out", 1, "TIMEOUT\n"],
    ["--timeout 3s nobody:80", "", 1, "DNS: lookup nobody: no such host\n"],
    ["--timeout=3 web:80", "", 1, /^Error: invalid argument "3" for "--timeout" flag/],
    ["web", "", 1, "UNKNOWN: address web: missing port in address\n"],
    ["fd00::1:80", "", 1, "UNKNOWN: address fd00::1:80: too many colons in address\n"],
    ["web:http2", "", 1, "DNS: lookup tcp/http2: unknown port\n"],
    ["", "", 1, "Error: accepts 1 arg(s), received 0\n"],
    ["--protocol=icmp web:80", "", 1, "Unsupported protocol\nicmp\n"],
    ["--protocol=udp web:80", "", 0, ""],
    ["--protocol=udp --udp-data=silent --timeout=1s web:80", "", 1, "TIMEOUT: read udp web:80: i/o timeout\n"],
    ["--protocol=udp web:80", "Connection refused", 1, "REFUSED: read udp web:80: read: connection refused\n"],
    ["--protocol=udp --timeout=1s web:80", "Connection timed out", 1, "TIMEOUT: read udp web:80: i/o timeout\n"],
    ["--protocol=sctp --timeout=1s web:80", "", 0, ""],
    ["--protocol=sctp --timeout=1s web:80", "Connection timed out", 1, "TIMEOUT\n"],
  ])("agnhost connect %s reports a connection error %j", async (args, problem, code, output) => {
    const slept: number[] = [];
    const call = (what: CallMessage) => {
      if (what.name === "resolve") return what.host === "nobody" ? [] : ["10.0.0.1"];
      if (what.name === "sleep") slept.push(what.milliseconds);
      if (what.name === "datagram") return what.text === "hostname\n" ? "web-1" : undefined;
      return what.name === "connect" ? problem : undefined;
    };
    const result = await sh(`agnhost connect ${args}`, { call });
    expect(result.code).toBe(code);
    if (typeof output === "string") expect(result.output).toBe(output);
    else expect(result.output).toMatch(output);
    expect(slept).toEqual(String(output).startsWith("TIMEOUT") ? [args.includes("3s") ? 3000 : 1000] : []);
  });

  it("report that no server responds", async () => {
    const { code, output } = await sh("curl nobody", {
      call: () => Promise.reject(new Error("Could not resolve host: nobody")),
    });
    const reset = "Recv failure: Connection reset by peer";
    const failing = (words: string) => ({ call: () => Promise.reject(new Error(words)) });
    expect(await sh("curl web", failing(reset))).toMatchObject({ code: 56, output: `curl: (56) ${reset}\n` });
    expect((await sh("wget web", failing(reset))).output).toBe(
      "wget: error getting response: Connection reset by peer\n",
    );
    expect({ code, output }).toEqual({ code: 6, output: "curl: (6) Could not resolve host: nobody\n" });
  });
});

describe("Image without all shells", () => {
  it.each([
    [["bash", "-c", "echo on"], 'exec: "bash": executable file not found in $PATH'],
    [["/bin/bash", "-c", "echo on"], 'exec: "/bin/bash": stat /bin/bash: no such file or directory'],
    [["sh", "-c", "bash -c 'echo on'; ls /bin/bash"], undefined],
  ])("does not start %j", async (argv, problem) => {
    const problems: (string | undefined)[] = [];
    const machine = await machineOf({ lacks: ["bash", "dash"], isBusybox: true });
    const { run, ended, output } = await start({ argv, machine, begun: (message) => problems.push(message) });
    expect(run.process).toBe(1);
    expect(await ended).not.toBe(0);
    expect(problems).toEqual([problem]);
    expect(output()).not.toContain("on\n");
    if (problem === undefined) expect(output()).toMatch(/^sh: bash: not found\nls: .*\/bin\/bash.*No such file/);
  });

  it("starts no commands if it has none", async () => {
    const machine = await machineOf({ lacks: ["*"] });
    for (const argv of [["sh"], ["ls"], ["/bin/cat", "/etc/passwd"]]) {
      const { ended } = await start({ argv, machine, isMain: false });
      expect(await ended).toBe(127);
    }
  });
});
