import type { CommandContext } from "../commands/command.ts";
import { RefusedError } from "./refusals.ts";
import { MAX_READ } from "./sizedFiles.ts";

type Place = Pick<CommandContext, "fs" | "cwd">;

/** The size of a file that is too large to be read; its content is all zero bytes. Undefined for any other path. */
export async function sparseSize(path: string, { fs, cwd }: Place): Promise<number | undefined> {
  const full = fs.resolvePath(cwd, path);
  if (!(await fs.exists(full))) return undefined;
  const { isFile, size } = await fs.stat(full);
  if (!isFile || size <= MAX_READ) return undefined;
  try {
    await fs.readFileBuffer(full);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError && error.refusal === "Cannot allocate memory") return size;
    throw error;
  }
}

/**
 * The output of `head -c` and `tail -c` for a file that is too large to be read. @param demandedSeats number of bytes; a
 * negative one means all but that many
 * @returns undefined for any other file, and for more than fits in memory
 */
export async function sparsePart(path: string, wanted: number, place: Place) {
  const size = Number.isNaN(wanted) ? undefined : await sparseSize(path, place);
  if (size === undefined) return undefined;
  const length = wanted < 0 ? Math.max(0, size + wanted) : Math.min(size, wanted);
  if (length > MAX_READ) return undefined;
  return { stdout: "\0".repeat(length), stdoutKind: "bytes" as const };
}
