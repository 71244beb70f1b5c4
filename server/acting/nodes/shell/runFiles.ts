import { isUtf8 } from "node:buffer";
import type { IFileSystem } from "just-bash/browser";
import { machinePath, ownOwnerAt } from "./commands/fileOwners.ts";
import { withCommandFiles } from "./files/commandFiles.ts";
import { MarkedPaths, withMarks } from "./files/markedPaths.ts";
import { type Outlet, withOutlets } from "./files/outletFiles.ts";
import { notingRefusals, Refusals } from "./files/refusals.ts";
import { belowRoot } from "./files/volumeFiles.ts";
import { withProcesses } from "./processes/processFiles.ts";
import type { ListedProcess } from "./processes/processSpace.ts";
import type { ShellProcess } from "./shellProcess.ts";

/** The files that one run sees: its machine's, as its user may use them, and what stands among them that is no file. */
export class RunFiles {
  /** Without what only a script sees. */
  readonly plain: IFileSystem;
  readonly #run: ShellProcess;
  readonly #rootOf: (process: ListedProcess) => Promise<IFileSystem | undefined>;
  readonly #refusals = new Refusals();
  readonly #marked = new MarkedPaths();

  /** @param rootOf the files that another process sees */
  constructor(run: ShellProcess, rootOf: (process: ListedProcess) => Promise<IFileSystem | undefined>) {
    const { machine } = run.parts;
    this.plain = machine.filesFor(machine.user);
    this.#run = run;
    this.#rootOf = rootOf;
  }

  /**
   * As a script sees them. @param commands the names that stand as files, too @param streamed makes scripts print as they go
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
    return withMarks(notingRefusals(open, this.#refusals), {
      paths: this.#marked,
      streamed,
      user: machine.user,
      ownerOf: (path) => ownOwnerAt(run, path),
      isFixed: (path) => machine.isFixed(machinePath(run, path)),
    });
  }

  /** What a run prints, with the true words about files. */
  told(bytes: Uint8Array): Buffer {
    const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isOdd = said.includes("/dev/.") || (!this.#refusals.isEmpty && said.includes("No such file"));
    if (!isOdd) return said;
    const encoding = isUtf8(said) ? "utf8" : "latin1";
    return Buffer.from(
      this.#refusals.corrected(this.#marked.told(said.toString(encoding), this.#run.isBash)),
      encoding,
    );
  }
}
