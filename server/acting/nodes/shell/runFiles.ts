import { isUtf8 } from "node:buffer";
import type { IFileSystem } from "just-bash/browser";
import { machinePath, ownOwnerAt } from "./commands/fileOwners.ts";
import { withCommandFiles } from "./files/commandFiles.ts";
import { MarkedPaths, withMarks } from "./files/markedPaths.ts";
import { type Outlet, withOutlets } from "./files/outletFiles.ts";
import { Refusals, recordingRefusals } from "./files/refusals.ts";
import { belowRoot } from "./files/volumeFiles.ts";
import { withProcesses } from "./processes/processFiles.ts";
import type { ListedProcess } from "./processes/processSpace.ts";
import type { ShellProcess } from "./shellProcess.ts";

/**
 * The file system of one run: the machine's files with the user's permissions, plus special paths that are not files.
 */
export class RunFiles {
  /** Without the paths that only scripts use. */
  readonly plain: IFileSystem;
  readonly #run: ShellProcess;
  readonly #rootOf: (process: ListedProcess) => Promise<IFileSystem | undefined>;
  readonly #refusals = new Refusals();
  readonly #marked = new MarkedPaths();

  /** @param rootOf returns the file system of another process */
  constructor(run: ShellProcess, rootOf: (process: ListedProcess) => Promise<IFileSystem | undefined>) {
    const { machine } = run.parts;
    this.plain = machine.filesFor(machine.user);
    this.#run = run;
    this.#rootOf = rootOf;
  }

  /**
   * The file system for a script.
   * @param commands names that also appear as files
   * @param streamed rewrites scripts to print as they go
   */
  forScript(
    commands: ReadonlySet<string>,
    outlets: readonly (readonly [string, Outlet])[],
    streamed: (script: string) => string,
  ): IFileSystem {
    const run = this.#run;
    const { machine } = run.parts;
    const list = () => run.processes();
    const seen = withProcesses(
      belowRoot(this.plain, () => run.root),
      { self: run.process, list, rootOf: this.#rootOf },
    );
    const open = withOutlets(withCommandFiles(seen, commands), new Map([...outlets, ["/dev/null", () => undefined]]));
    return withMarks(recordingRefusals(open, this.#refusals), {
      paths: this.#marked,
      streamed,
      user: machine.user,
      ownerOf: (path) => ownOwnerAt(run, path),
      isFixed: (path) => machine.isFixed(machinePath(run, path)),
    });
  }

  /** The output of a run, with corrected messages about files. */
  withoutMarks(bytes: Uint8Array): Buffer {
    const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isOdd = said.includes("/dev/.") || (!this.#refusals.isEmpty && said.includes("No such file"));
    if (!isOdd) return said;
    const encoding = isUtf8(said) ? "utf8" : "latin1";
    return Buffer.from(
      this.#refusals.corrected(this.#marked.withoutMarks(said.toString(encoding), this.#run.isBash)),
      encoding,
    );
  }
}
