import type { CustomCommand } from "just-bash/browser";
import { RefusedError } from "../files/refusals.ts";
import { sparseContent } from "../files/sizedFiles.ts";
import { sparsePart, sparseSize } from "../files/sparseFiles.ts";
import { type CommandContext, command, failed, readOptions } from "./command.ts";
import { printedPart, wantedPart } from "./fileParts.ts";

/** Maximum number of bytes that one command reads from a device. */
const MAX_BYTES = 32 * 1024 ** 2;
/** Maximum number of random bytes that the runtime returns in one call. */
const MAX_RANDOM = 65_536;
const MEBI = 1024 ** 2;
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  k: 1024,
  K: 1024,
  m: MEBI,
  M: MEBI,
  g: 1024 ** 3,
  G: 1024 ** 3,
};

/** Commands on files that the library does not have. */
export const fileCommands: readonly CustomCommand[] = [
  command("dd", async (args, context) => {
    const given = new Map(args.map((arg) => [arg.split("=")[0] ?? "", arg.slice(arg.indexOf("=") + 1)]));
    const block = sizeOf(given.get("bs") ?? "512");
    const count = given.has("count") ? Number(given.get("count")) : undefined;
    const wanted = count === undefined ? MAX_BYTES : block * count;
    if (Number.isNaN(wanted)) return failed("dd: invalid number");
    const path = given.get("of");
    const input = given.get("if") ?? "";
    const isDevice = fromDevice(input, 0) !== undefined;
    const sparse = isDevice || input === "" ? undefined : await sparseSize(input, context);
    if (sparse !== undefined && path !== undefined) {
      const size = count === undefined ? sparse : Math.min(sparse, wanted);
      return writeOut(path, { content: sparseContent(size), size, block }, context);
    }
    const isLarge = count === undefined || wanted > MAX_BYTES;
    // Too many bytes to keep in memory.
    if (isDevice && isLarge && path !== undefined && path !== "/dev/null") {
      const size = count === undefined ? Number.MAX_SAFE_INTEGER : wanted;
      return writeOut(path, { content: sparseContent(size), size, block }, context);
    }
    if (wanted > MAX_BYTES && count !== undefined) return failed("dd: error writing: No space left on device");
    const bytes = (await source(given.get("if"), wanted, context)).subarray(0, wanted);
    const stderr = copied(bytes.length, block);
    if (path === undefined) return { stdout: bytes.toString("latin1"), stdoutKind: "bytes", stderr };
    if (path === "/dev/null") return { stderr };
    return writeOut(path, { content: bytes, size: bytes.length, block }, context);
  }),
  command("fallocate", async (args, { fs, cwd }) => {
    const { values, operands } = readOptions(args, "lo");
    const [path = ""] = operands;
    const size = sizeOf(values.get("l") ?? "");
    if (path === "" || Number.isNaN(size)) return failed("fallocate: no length argument specified");
    const full = fs.resolvePath(cwd, path);
    const before = (await fs.exists(full)) ? (await fs.stat(full)).size : 0;
    if (size <= before) return "";
    try {
      await fs.appendFile(full, sparseContent(size - before));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return failed(`fallocate: fallocate '${path}': ${error.message}`);
    }
    return "";
  }),
  command("head", async (args, context) => {
    const { values, operands } = readOptions(args, "cn");
    const [path = "", ...others] = operands;
    const wanted = sizeOf(values.get("c") ?? "");
    const isDevice = others.length === 0 && fromDevice(path, 0) !== undefined && !Number.isNaN(wanted);
    if (isDevice && wanted > MAX_BYTES) return failed("head: write error: No space left on device");
    const part = others.length === 0 ? await sparsePart(path, wanted, context) : undefined;
    if (part !== undefined) return part;
    const fromEnd = wantedPart(args);
    if (fromEnd?.count.startsWith("-")) return printedPart("head", fromEnd, context);
    const bytes = isDevice ? fromDevice(path, wanted) : undefined;
    if (bytes === undefined) return (await context.origCommand?.([...args])) ?? "";
    return { stdout: bytes.toString("latin1"), stdoutKind: "bytes" };
  }),
  command("realpath", async (args, { fs, cwd }) => {
    const lines: string[] = [];
    for (const path of readOptions(args, "").operands) {
      const full = fs.resolvePath(cwd, path);
      if (!(await fs.exists(full))) return failed(`realpath: ${path}: No such file or directory`);
      lines.push(`${await fs.realpath(full)}\n`);
    }
    return lines.join("");
  }),
  command("truncate", async (args, { fs, cwd }) => {
    const { values, operands } = readOptions(args, "s");
    const size = sizeOf(values.get("s") ?? "");
    if (Number.isNaN(size) || operands.length === 0) return failed("truncate: you must specify a size and a file");
    for (const path of operands) {
      const full = fs.resolvePath(cwd, path);
      const before = (await fs.exists(full)) ? (await fs.stat(full)).size : 0;
      if (size > before) await fs.appendFile(full, sparseContent(size - before));
      else await fs.writeFile(full, (await fs.exists(full)) ? (await fs.readFileBuffer(full)).subarray(0, size) : "");
    }
    return "";
  }),
  command("hexdump", async (args, { fs, cwd }) => {
    const [path = ""] = readOptions(args, "ns").operands;
    const full = fs.resolvePath(cwd, path);
    if (!(await fs.exists(full))) return failed(`hexdump: ${path}: No such file or directory`);
    return hexadecimal(await fs.readFileBuffer(full));
  }),
  command("cmp", async (args, { fs, cwd }) => {
    const { operands, flags } = readOptions(args, "n");
    const [a = "", b = ""] = operands;
    for (const path of [a, b]) {
      if (!(await fs.exists(fs.resolvePath(cwd, path))))
        return failed(`cmp: can't open '${path}': No such file or directory`, 2);
    }
    const [first, second] = await Promise.all([a, b].map((path) => fs.readFileBuffer(fs.resolvePath(cwd, path))));
    const at = (first ?? []).findIndex((byte, i) => byte !== second?.[i]);
    if (at < 0 && first?.length === second?.length) return "";
    const place =
      at < 0 ? `EOF on ${(first?.length ?? 0) < (second?.length ?? 0) ? a : b}` : `${a} ${b} differ: char ${at + 1}`;
    return { stdout: flags.has("s") ? "" : `${place}\n`, exitCode: 1 };
  }),
];

/** The summary that `dd` prints; the speed is always one gigabyte per second. */
function copied(bytes: number, block: number): string {
  const [whole, part] = [Math.floor(bytes / Math.max(block, 1)), bytes % Math.max(block, 1) === 0 ? 0 : 1];
  const records = ["in", "out"].map((way) => `${whole}+${part} records ${way}\n`).join("");
  return `${records}${bytes} bytes (${(bytes / MEBI).toFixed(1)}MB) copied, ${(bytes / 1e9).toFixed(6)} seconds, 953.7MB/s\n`;
}

/** Writes what `dd` has read, as far as there is free space. */
async function writeOut(
  path: string,
  { content, size, block }: { readonly content: Uint8Array; readonly size: number; readonly block: number },
  { fs, cwd }: CommandContext,
) {
  const full = fs.resolvePath(cwd, path);
  try {
    await fs.writeFile(full, content);
    return { stderr: copied(size, block) };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.refusal !== "No space left on device") throw error;
    const written = (await fs.stat(full)).size;
    return failed(`dd: error writing '${path}': ${error.message}\n${copied(written, block).trimEnd()}`);
  }
}

/** Sixteen bytes per line: the offset, the bytes in hexadecimal, and as characters. */
function hexadecimal(bytes: Uint8Array): string {
  const place = (at: number): string => at.toString(16).padStart(8, "0");
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const part = [...bytes.subarray(at, at + 16)];
    const numbers = part.map((byte) => byte.toString(16).padStart(2, "0"));
    const halves = `${numbers.slice(0, 8).join(" ").padEnd(23)}  ${numbers.slice(8).join(" ").padEnd(23)}`;
    const letters = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${place(at)}  ${halves}  |${letters}|\n`);
  }
  return `${lines.join("")}${place(bytes.length)}\n`;
}

function sizeOf(text: string): number {
  const [, number, unit = ""] = /^(\d+)([kKmMgG]?)(?:i?B)?$/.exec(text) ?? [];
  return Number(number) * (UNITS[unit] ?? 1);
}

/** Bytes of a device without an end (such as `/dev/zero`); undefined for any other path. */
export function fromDevice(path: string, size: number): Buffer | undefined {
  if (path === "/dev/zero") return Buffer.alloc(size);
  if (path !== "/dev/urandom" && path !== "/dev/random") return undefined;
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += MAX_RANDOM) crypto.getRandomValues(bytes.subarray(at, at + MAX_RANDOM));
  return bytes;
}

async function source(path: string | undefined, size: number, { fs, cwd, stdin }: CommandContext): Promise<Buffer> {
  if (path === undefined) return Buffer.from(stdin as unknown as string, "latin1");
  return fromDevice(path, Math.min(size, MAX_BYTES)) ?? Buffer.from(await fs.readFileBuffer(fs.resolvePath(cwd, path)));
}
