import { setImmediate as nextTurn } from "node:timers/promises";
import type { IFileSystem } from "just-bash/browser";
import { type MountedPlace, mountVolumes, placeAt } from "./files/mountedVolumes.ts";
import { putFiles } from "./files/ownedFiles.ts";
import { folderChanges, type Owner } from "./files/owners.ts";
import { permitted } from "./files/permissions.ts";
import { SizedFiles } from "./files/sizedFiles.ts";
import type { Volumes } from "./files/volumeFiles.ts";
import type { FileEnd, MachineMessage, MountMessage, SpaceMessage, UserMessage } from "./messages.ts";
import type { MachineProcess, ProcessSpace, ProcessSpaces } from "./processes/processSpace.ts";

/** The machine of a container, as its shells see it. */
export class Machine {
  readonly number: number;
  readonly hostname: string;
  /** Its files without permission checks, as the node uses them. */
  readonly files: IFileSystem;
  readonly mounts: readonly MountMessage[];
  readonly user: UserMessage;
  readonly isBusybox: boolean;
  /** Names of commands that its image lacks. */
  readonly lacks: readonly string[];
  readonly #written: () => number;
  /** Mount points; nested ones come later. */
  readonly #places: readonly MountedPlace[];
  /** Processes of this machine, and of others in the same space. */
  readonly processes: ProcessSpace;
  /** Background jobs of shells; they may outlive their shell. */
  readonly jobs = new Set<MachineProcess>();
  #turn: Promise<void> = Promise.resolve();
  readonly #space: SpaceMessage;
  readonly #spaces: ProcessSpaces;

  private constructor(
    number: number,
    { hostname, mounts, user, space, isBusybox = false, lacks = [] }: MachineMessage,
    { files, places, written }: Awaited<ReturnType<typeof mountVolumes>> & { readonly written: () => number },
    spaces: ProcessSpaces,
  ) {
    this.#places = places;
    this.#written = written;
    this.number = number;
    this.hostname = hostname;
    this.processes = spaces.enter(space);
    this.#space = space;
    this.#spaces = spaces;
    this.files = files;
    this.mounts = mounts;
    this.user = user;
    this.isBusybox = isBusybox;
    this.lacks = lacks;
  }

  static async open(
    number: number,
    message: MachineMessage,
    volumes: Volumes,
    spaces: ProcessSpaces,
  ): Promise<Machine> {
    const base = new SizedFiles();
    for (const folder of FOLDERS) await base.mkdir(folder, { recursive: true });
    await base.chmod("/tmp", 0o1777);
    await putFiles(base, [
      ...SYSTEM_FILES,
      { path: "/etc/hostname", content: `${message.hostname}\n` },
      { path: "/proc/mounts", content: mountTable(message) },
      ...message.files,
    ]);
    const mounted = await mountVolumes(base, message, volumes);
    // The image's files do not count against the container's disk limit.
    const given = base.used;
    if (message.most !== undefined) base.most = given + message.most;
    return new Machine(number, message, { ...mounted, written: () => base.used - given }, spaces);
  }

  /** Its files with the permissions of a user. */
  filesFor(user: UserMessage): IFileSystem {
    return permitted(this.files, {
      user,
      ownerOf: (path) => this.ownerOf(path),
      isFixed: (path) => this.isFixed(path),
    });
  }

  /** Whether a path is read-only. @param path without links, from the machine's root */
  isFixed(path: string): boolean {
    return placeAt(this.#places, path).place.isFixed;
  }

  /** The owner of a file. @param path without links, from the machine's root */
  ownerOf(path: string): Owner {
    const { place, inside } = placeAt(this.#places, path);
    return place.owners.of(inside);
  }

  /** Changes the owner of a file or a folder, not recursively. */
  async setOwner(path: string, owner: Owner): Promise<void> {
    const { place, inside } = placeAt(this.#places, path);
    const { owners } = place;
    if ((await this.files.lstat(path)).isDirectory) {
      for (const name of await this.files.readdir(path)) owners.keep(`${inside === "/" ? "" : inside}/${name}`);
    }
    owners.set(inside, owner);
    folderChanges.count += 1;
  }

  /** The first or the last bytes of a file; undefined when it does not exist. */
  async read(path: string, most: number, end: FileEnd): Promise<Uint8Array | undefined> {
    if (!(await this.files.exists(path)) || !(await this.files.stat(path)).isFile) return undefined;
    const bytes = await this.files.readFileBuffer(path);
    return end === "first" ? bytes.subarray(0, most) : bytes.subarray(Math.max(0, bytes.length - most));
  }

  /** Bytes that were written outside of its image and its volumes. */
  get written(): number {
    return this.#written();
  }

  /** Resolves when the next command may start: one per tick of the thread, so that other machines get their share. */
  untilTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => nextTurn());
    return this.#turn;
  }

  /** @returns its process number */
  add(run: MachineProcess, isMain: boolean): number {
    return this.processes.add(run, isMain ? this.#space.container : undefined);
  }

  /** Ends everything that runs in the machine. */
  close(): void {
    for (const job of [...this.jobs]) job.signal("KILL");
    this.#spaces.leave(this.#space.name);
  }
}

/** The mount table in the kernel's format. */
const mountTable = ({ mounts, isRootReadOnly }: MachineMessage): string =>
  [
    `overlay / overlay ${isRootReadOnly ? "ro" : "rw"},relatime 0 0`,
    "proc /proc proc rw,nosuid,nodev,noexec,relatime 0 0",
    ...mounts.map(
      ({ path, readOnly, isInMemory }) =>
        `${isInMemory ? "tmpfs" : "simulated"} ${path.replaceAll(" ", "\\040")} ${isInMemory ? "tmpfs" : "simulated"} ${readOnly ? "ro" : "rw"},relatime 0 0`,
    ),
  ]
    .map((line) => `${line}\n`)
    .join("");

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
  // Writes to it are discarded: see the outlets of a run.
  { path: "/dev/null", content: "", mode: 0o666 },
  {
    path: "/proc/meminfo",
    content: "MemTotal:        8388608 kB\nMemFree:         8257536 kB\nMemAvailable:    8257536 kB\n",
  },
  {
    path: "/proc/cpuinfo",
    content: [0, 1, 2, 3].map((i) => `processor\t: ${i}\nmodel name\t: simulated\n\n`).join(""),
  },
  { path: "/proc/version", content: "Linux version 6.1.0 (simulated)\n" },
];
