import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { IFileSystem } from "just-bash/browser";
import { packTar, unpackTar } from "modern-tar";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { trimEndOf } from "../../../../../shared/text/trimEnd.ts";
import { type CommandContext, command, failed } from "./command.ts";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

type Entry = Parameters<typeof packTar>[0][number];

/** Maximum size of an archive in bytes: it is created and read in one piece. */
const LARGEST = 256 * 1024 * 1024;

/** `tar c`, `x` and `t`, gzip with `z`: as needed for copying files to and from a container, and for common use. */
export const tarCommand = command("tar", async (args, context) => {
  const wanted = readArguments(args);
  if (wanted === undefined) return failed("tar: You must specify one of the '-ctx' options", 2);
  const { mode, file, folder, names, zipped, verbose } = wanted;
  const base = context.fs.resolvePath(context.cwd, folder);
  if (!(await context.fs.exists(base))) return failed(`tar: ${folder}: Cannot open: No such file or directory`, 2);
  if (mode === "c") {
    const made = await create(context.fs, base, names);
    if (made.missing !== undefined) return failed(`tar: ${made.missing}: Cannot stat: No such file or directory`, 2);
    const archive = zipped ? await zip(made.archive) : made.archive;
    if (file === "-") return { stdout: Buffer.from(archive).toString("latin1"), stdoutKind: "bytes" };
    await context.fs.writeFile(context.fs.resolvePath(context.cwd, file), archive);
    return "";
  }
  const packed = await read(file, context);
  if (packed === undefined) return failed(`tar: ${file}: Cannot open: No such file or directory`, 2);
  const isZipped = packed[0] === 0x1f && packed[1] === 0x8b;
  const tar = isZipped ? await unzipped(packed) : packed;
  if (typeof tar === "string") return failed(`tar: ${tar}`, 2);
  const entries = await unpackTar(tar);
  const chosen = entries.filter(({ header }) => names.length === 0 || names.some((name) => isBelow(header.name, name)));
  const list = chosen.map(({ header }) => `${header.name}\n`).join("");
  if (mode === "t") return list;
  // Names that lead out of the folder would overwrite files elsewhere: archives come from outside.
  const outside = chosen.find(({ header }) => leadsOut(header.name));
  const safe = chosen.filter(({ header }) => !leadsOut(header.name));
  for (const { header, data } of safe) {
    try {
      await extract(context.fs, base, header, data);
    } catch (error) {
      return failed(`tar: can't open '${header.name}': ${messageOf(error)}`);
    }
  }
  const stdout = verbose ? list : "";
  if (outside === undefined) return stdout;
  const stderr = `tar: ${outside.header.name}: Member name contains '..'\ntar: Exiting with failure status due to previous errors\n`;
  return { stdout, stderr, exitCode: 2 };
});

const leadsOut = (name: string): boolean => name.split("/").includes("..");

interface TarArguments {
  readonly mode: "c" | "x" | "t";
  /** `-` for the standard input or output. */
  readonly file: string;
  readonly folder: string;
  readonly names: readonly string[];
  readonly zipped: boolean;
  readonly verbose: boolean;
}

/** Reads options with and without a dash, joined or apart; those without effect here are skipped. */
function readArguments(args: readonly string[]): TarArguments | undefined {
  let [file, folder, letters] = ["-", ".", ""];
  const names: string[] = [];
  const rest = [...args];
  for (let first = true; rest.length > 0; first = false) {
    const arg = rest.shift() ?? "";
    if (/^--(directory|file)=/.test(arg)) {
      if (arg.startsWith("--file=")) file = arg.slice(7);
      else folder = arg.slice(12);
    } else if (arg.startsWith("--")) letters += LONG[arg.slice(2)] ?? "";
    else if (/^-./.test(arg) || first) {
      letters += arg.replace(/^-/, "");
      for (const letter of arg) {
        if (letter === "f") file = rest.shift() ?? "-";
        if (letter === "C") folder = rest.shift() ?? ".";
      }
    } else names.push(arg);
  }
  const mode = /[cxt]/.exec(letters)?.[0] as TarArguments["mode"] | undefined;
  return mode && { mode, file, folder, names, zipped: letters.includes("z"), verbose: letters.includes("v") };
}

const LONG: Readonly<Record<string, string>> = {
  create: "c",
  extract: "x",
  get: "x",
  list: "t",
  gzip: "z",
  verbose: "v",
};

async function create(fs: IFileSystem, base: string, names: readonly string[]) {
  const entries: Entry[] = [];
  let size = 0;
  const add = async (path: string, name: string): Promise<void> => {
    const stat = await fs.lstat(path);
    const header = { name: name.replace(/^\/+/, ""), mode: stat.mode & 0o7777, mtime: stat.mtime };
    if (stat.isSymbolicLink)
      entries.push({ header: { ...header, size: 0, type: "symlink", linkname: await fs.readlink(path) } });
    else if (stat.isDirectory) {
      entries.push({ header: { ...header, name: `${trimEndOf(header.name, "/")}/`, size: 0, type: "directory" } });
      for (const inner of await fs.readdir(path))
        await add(fs.resolvePath(path, inner), `${trimEndOf(name, "/")}/${inner}`);
    } else {
      const body = await fs.readFileBuffer(path);
      size += body.length;
      if (size > LARGEST) throw new Error("tar: the archive is too large");
      entries.push({ header: { ...header, size: body.length, type: "file" }, body });
    }
  };
  for (const name of names) {
    const path = fs.resolvePath(base, name);
    if (!(await fs.exists(path))) return { missing: name, archive: new Uint8Array() };
    await add(path, name);
  }
  return { missing: undefined, archive: await packTar(entries) };
}

async function extract(
  fs: IFileSystem,
  base: string,
  { name, type, mode, linkname }: { name: string; type?: string; mode?: number; linkname?: string },
  data: Uint8Array | undefined,
): Promise<void> {
  const path = fs.resolvePath(base, trimEndOf(name.replace(/^\/+/, ""), "/"));
  if (type === "directory") return fs.mkdir(path, { recursive: true });
  await fs.mkdir(path.replace(/\/[^/]*$/, "") || "/", { recursive: true });
  if (type === "symlink") return fs.symlink(linkname ?? "", path);
  if (type !== undefined && type !== "file") return;
  // Remove the old file first, so that the new one gets its own owner; an old file that cannot be removed is
  // overwritten.
  await fs.rm(path, { force: true }).catch(() => undefined);
  await fs.writeFile(path, data ?? new Uint8Array());
  if (mode !== undefined) await fs.chmod(path, mode & 0o7777);
}

async function read(file: string, { fs, cwd, stdin }: CommandContext): Promise<Uint8Array | undefined> {
  if (file === "-") return Buffer.from(stdin as unknown as string, "latin1");
  const path = fs.resolvePath(cwd, file);
  return (await fs.exists(path)) ? fs.readFileBuffer(path) : undefined;
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${trimEndOf(folder, "/")}/`);

/** The unzipped archive, or an error message: a few bytes may expand to very many. */
async function unzipped(packed: Uint8Array): Promise<Uint8Array | string> {
  try {
    return await unzip(packed, { maxOutputLength: LARGEST });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge ? "the archive is too large" : "the archive is damaged";
  }
}
