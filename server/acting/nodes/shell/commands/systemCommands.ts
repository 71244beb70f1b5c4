import type { CustomCommand, ExecResult } from "just-bash/browser";
import { trimEndOf } from "../../../../../shared/text/trimEnd.ts";
import { dottedSysctl, sysctlFile } from "../../../../ground/formats/names/sysctlName.ts";
import type { UserMessage } from "../messages.ts";
import { quoted } from "../runScript.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { isNamedUser, nameOfUser } from "../userNames.ts";
import { command, failed, readOptions } from "./command.ts";
import { linesNamed } from "./hostNames.ts";

/** Commands that print information about the system, as far as a simulated system has it. */
export function systemCommands(run: ShellProcess): CustomCommand[] {
  const { machine } = run.parts;
  return [
    command("hostname", async (args, context) => {
      const { flags } = readOptions(args, "");
      if (!["i", "I", "f", "d"].some((flag) => flags.has(flag))) return `${machine.hostname}\n`;
      const lines = await linesNamed(machine.hostname, context);
      const [fullName = machine.hostname] = lines[0]?.names ?? [];
      if (flags.has("f")) return `${fullName}\n`;
      if (flags.has("d")) return `${fullName.split(".").slice(1).join(".")}\n`.replace(/^\n$/, "");
      return lines.length === 0
        ? failed(`hostname: ${machine.hostname}: Host not found`)
        : `${lines.map(({ address }) => address).join(" ")}\n`;
    }),
    command("whoami", () => {
      const { user } = machine.user;
      return isNamedUser(user) ? `${nameOfUser(user)}\n` : failed(`whoami: unknown uid ${user}`);
    }),
    command("id", (args) => identityText(machine.user, readOptions(args, "").flags)),
    command("sysctl", async (args, { fs }) => {
      const { flags, operands } = readOptions(args, "");
      const lines: string[] = [];
      for (const name of operands) {
        const setting = dottedSysctl(name);
        const path = sysctlFile(name);
        if (!(await fs.exists(path))) return failed(`sysctl: error: '${setting}' is an unknown key`);
        const value = (await fs.readFile(path)).trim();
        lines.push(flags.has("n") ? `${value}\n` : `${setting} = ${value}\n`);
      }
      return lines.join("");
    }),
    command("ip", async (args, context) => {
      const [what = ""] = args.filter((arg) => !arg.startsWith("-"));
      const addresses = (await linesNamed(machine.hostname, context)).map(({ address }) => address);
      if (what !== "" && "address".startsWith(what)) return interfacesText(addresses);
      return failed("ip: RTNETLINK answers: Operation not permitted", 2);
    }),
    command("uname", (args) => {
      const parts = {
        s: "Linux",
        n: machine.hostname,
        r: "6.1.0-simulated",
        v: "#1 SMP simulated",
        m: "x86_64",
        o: "Linux",
      };
      const { flags } = readOptions(args, "");
      const wanted = flags.has("a") ? Object.keys(parts) : flags.size === 0 ? ["s"] : [...flags];
      return `${Object.entries(parts)
        .flatMap(([name, text]) => (wanted.includes(name) ? [text] : []))
        .join(" ")}\n`;
    }),
    command("ps", async () => {
      const rows = (await run.processes()).map(
        ({ number, user, title }) =>
          `${String(number).padStart(5)} ${nameOfUser(user.user).padEnd(8)}  0:00 ${title}\n`,
      );
      return `PID   USER     TIME  COMMAND\n${rows.join("")}`;
    }),
    command("chroot", async ([folder, ...what], { fs, cwd, exec }) => {
      if (folder === undefined) return failed("chroot: missing operand", 125);
      const path = fs.resolvePath(cwd, folder);
      if (!(await fs.exists(path)) || !(await fs.stat(path)).isDirectory) {
        return failed(`chroot: can't change root directory to '${folder}': No such file or directory`, 125);
      }
      const before = run.root;
      run.root = trimEndOf(`${before}${path}`, "/").replace(/^\/+/, "");
      // Without a command, the shell itself continues with the new root until it ends.
      if (what.length === 0 && run.input.isTerminal) return "";
      try {
        return (await exec?.(what.map(quoted).join(" "), { cwd: "/" })) ?? "";
      } finally {
        run.root = before;
      }
    }),
    command("nproc", () => "4\n"),
    command("arch", () => "x86_64\n"),
    command("tty", () => (run.input.isTerminal ? "/dev/pts/0\n" : { stdout: "not a tty\n", exitCode: 1 })),
    command("stty", (args) => setTerminal(run.input, args)),
    command("sync", () => ""),
    command("reset", () => "\u001bc"),
    command("mount", () => machineMounts(run)),
    command("df", (args) => diskSpace(readOptions(args, "t").flags)),
    command("free", (args) => memory(readOptions(args, "").flags)),
    command("umask", (args) => (args.length === 0 ? "0022\n" : "")),
    command("ulimit", (args) => (args.includes("-n") ? "1048576\n" : "unlimited\n")),
    command("mktemp", async (args, { fs }) => {
      const { flags, operands } = readOptions(args, "p");
      const form = operands[0] ?? "/tmp/tmp.XXXXXX";
      const path = form.replace(/(?<!X)X{3,}$/, (marks) =>
        Math.random()
          .toString(36)
          .slice(2, 2 + marks.length)
          .padEnd(marks.length, "x"),
      );
      const full = fs.resolvePath("/", path);
      if (flags.has("d")) await fs.mkdir(full, { recursive: true });
      else await fs.writeFile(full, "");
      return `${full}\n`;
    }),
    ...["vi", "vim", "nano", "top"].map((name) =>
      command(name, () => failed(`${name}: a simulated container has no programs that take over the screen`)),
    ),
  ];
}

/** Units of sizes in KiB, by their option. */
const UNITS: Readonly<Record<string, number>> = { k: 1, m: 1024, g: 1024 ** 2 };
const DISK = 52_428_800;
const MEMORY = 8_388_608;
const USED = 131_072;

function diskSpace(flags: ReadonlySet<string>): string {
  const isHuman = flags.has("h");
  const [unit, title] = isHuman
    ? [UNITS["g"] ?? 1, "Size"]
    : flags.has("m")
      ? [UNITS["m"] ?? 1, "1M-blocks"]
      : [1, "1K-blocks"];
  const shown = (kib: number): string =>
    isHuman ? (kib === 0 ? "0" : `${(kib / unit).toFixed(1)}G`) : String(kib / unit);
  const row = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(9)).join(" ");
  const head = `Filesystem           ${row([title, "Used", "Available"])} Use% Mounted on\n`;
  return `${head}overlay              ${row([DISK, 0, DISK].map(shown))}   0% /\n`;
}

function memory(flags: ReadonlySet<string>): string {
  const unit = Object.entries(UNITS).find(([letter]) => flags.has(letter))?.[1] ?? 1;
  const shown = (kib: number): string =>
    flags.has("h") ? `${(kib / 1024 ** 2).toFixed(1)}G` : String(Math.trunc(kib / unit));
  const row = (title: string, cells: readonly string[]): string =>
    `${title.padEnd(7)}${cells.map((cell) => cell.padStart(12)).join("")}\n`;
  const of = (amounts: readonly number[]): string[] => amounts.map(shown);
  return `${row("", ["total", "used", "free"])}${row("Mem:", of([MEMORY, USED, MEMORY - USED]))}${row("Swap:", of([0, 0, 0]))}`;
}

const MODES = "isig icanon iexten echo echoe echok echoctl echoke icrnl ixon opost onlcr";

/** Prints a terminal's settings as `stty` does; only its size can be changed. */
function setTerminal(input: ShellProcess["input"], args: readonly string[]): string | ExecResult {
  if (!input.isTerminal) return failed("stty: standard input: Inappropriate ioctl for device");
  if (args.length === 0) return "speed 38400 baud; line = 0;\n";
  let printed = "";
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    const { rows, columns } = input.terminalSize;
    if (arg === "size") printed += `${rows} ${columns}\n`;
    else if (arg === "-a" || arg === "--all") {
      printed += `speed 38400 baud; rows ${rows}; columns ${columns}; line = 0;\n${MODES}\n`;
    } else if (arg === "speed") printed += "38400\n";
    else if (arg === "rows" || arg === "cols" || arg === "columns") {
      at += 1;
      const value = args[at];
      if (value === undefined) return failed(`stty: missing argument to '${arg}'`);
      if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) return failed(`stty: invalid number '${value}'`);
      const side = arg === "rows" ? { rows: Number(value) } : { columns: Number(value) };
      input.resize({ ...input.terminalSize, ...side });
    }
  }
  return printed;
}

/** The output of `id`, with the options that select a part of it. */
function identityText({ user, group, groups }: UserMessage, flags: ReadonlySet<string>): string {
  const isNamed = flags.has("n");
  const shown = (number: number): string => (isNamed ? nameOfUser(number) : String(number));
  if (flags.has("u")) return `${shown(user)}\n`;
  if (flags.has("g")) return `${shown(group)}\n`;
  if (flags.has("G")) return `${groups.map(shown).join(" ")}\n`;
  const both = (number: number): string => (isNamedUser(number) ? `${number}(${nameOfUser(number)})` : `${number}`);
  return `uid=${both(user)} gid=${both(group)} groups=${groups.map(both).join(",")}\n`;
}

/** The output of `ip addr`: a loopback interface, and one with the pod's addresses. */
function interfacesText(addresses: readonly string[]): string {
  const part = (address: string, length: readonly [number, number], scope: string): string =>
    address.includes(":")
      ? `    inet6 ${address}/${length[1]} scope ${scope}\n       valid_lft forever preferred_lft forever\n`
      : `    inet ${address}/${length[0]} scope ${scope}\n       valid_lft forever preferred_lft forever\n`;
  return [
    "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue qlen 1000\n",
    "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n",
    part("127.0.0.1", [8, 128], "host lo"),
    "2: eth0@if3: <BROADCAST,MULTICAST,UP,LOWER_UP,M-DOWN> mtu 1500 qdisc noqueue\n",
    "    link/ether 0a:58:00:00:00:02 brd ff:ff:ff:ff:ff:ff\n",
    ...addresses.map((address) => part(address, [24, 64], "global eth0")),
  ].join("");
}

const machineMounts = ({ parts }: ShellProcess): string =>
  [
    "overlay on / type overlay (rw)",
    ...parts.machine.mounts.map(
      ({ path, readOnly, isInMemory }) =>
        `${path} on ${path} type ${isInMemory ? "tmpfs" : "simulated"} (${readOnly ? "ro" : "rw"})`,
    ),
  ]
    .map((line) => `${line}\n`)
    .join("");
