import type { IFileSystem } from "just-bash/browser";
import type { MachineMessage, MountMessage, SignalName, UserMessage } from "./messages.ts";
import { mountVolumes, newFiles, putFiles, type Volumes } from "./volumeFiles.ts";

/** Something that runs in a machine. */
export interface MachineProcess {
  /** What `ps` shows. */
  readonly title: string;
  signal(name: SignalName): void;
}

/** A container as its shells see it. */
export class Machine {
  readonly number: number;
  readonly hostname: string;
  readonly title: string;
  readonly files: IFileSystem;
  readonly mounts: readonly MountMessage[];
  readonly user: UserMessage;
  /** What runs, by process number; the container's own program has the number 1. */
  readonly runs = new Map<number, MachineProcess>();
  #lastProcess = 1;

  private constructor(number: number, { hostname, title, mounts, user }: MachineMessage, files: IFileSystem) {
    this.number = number;
    this.hostname = hostname;
    this.title = title;
    this.files = files;
    this.mounts = mounts;
    this.user = user;
  }

  static async open(number: number, what: MachineMessage, volumes: Volumes): Promise<Machine> {
    const base = newFiles();
    for (const folder of FOLDERS) await base.mkdir(folder, { recursive: true });
    await putFiles(base, [...SYSTEM_FILES, { path: "/etc/hostname", content: `${what.hostname}\n` }, ...what.files]);
    return new Machine(number, what, await mountVolumes(base, what, volumes));
  }

  /** The first bytes of a file; undefined when there is none. */
  async read(path: string, most: number): Promise<Uint8Array | undefined> {
    if (!(await this.files.exists(path)) || !(await this.files.stat(path)).isFile) return undefined;
    return (await this.files.readFileBuffer(path)).subarray(0, most);
  }

  /** @returns its process number */
  add(run: MachineProcess, isMain: boolean): number {
    if (!isMain) this.#lastProcess += 1;
    const process = isMain ? 1 : this.#lastProcess;
    this.runs.set(process, run);
    return process;
  }
}

const FOLDERS = [
  "/bin",
  "/usr/bin",
  "/lib",
  "/sbin",
  "/tmp",
  "/root",
  "/home",
  "/var/log",
  "/var/run",
  "/run",
  "/opt",
  "/srv",
  "/mnt",
  "/usr/local/bin",
];

const SYSTEM_FILES = [
  { path: "/etc/passwd", content: "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n" },
  { path: "/etc/group", content: "root:x:0:\nnogroup:x:65534:\n" },
  { path: "/etc/os-release", content: 'NAME="simulated"\nID=simulated\nPRETTY_NAME="A simulated container"\n' },
  { path: "/proc/version", content: "Linux version 6.1.0 (simulated)\n" },
];
