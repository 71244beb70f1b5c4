import type { CustomCommand } from "just-bash/browser";
import { RefusedError } from "../files/refusals.ts";
import { sparseContent } from "../files/sizedFiles.ts";
import { sparseSize } from "../files/sparseFiles.ts";
import { type CommandContext, command, failed, readOptions } from "./command.ts";

/**
 * Replacements for commands of the library that would read the whole content of files too large to be read: these work
 * from the known size instead.
 */
export const largeFileCommands: readonly CustomCommand[] = [
  command("wc", async (args, context) => {
    const { flags, operands } = readOptions(args, "");
    const [path = "", ...others] = operands;
    const size = others.length === 0 && path !== "" ? await sparseSize(path, context) : undefined;
    if (size === undefined) return (await context.origCommand?.([...args])) ?? "";
    // The content is all zero bytes: it has no lines and no words.
    const counts = { l: 0, w: 0, m: size, c: size };
    const wanted = Object.entries(counts).filter(([flag]) => (flags.size === 0 ? flag !== "m" : flags.has(flag)));
    return `${wanted.map(([, count]) => String(count)).join(" ")} ${path}\n`;
  }),
  command("cp", async (args, context) => {
    const { operands } = readOptions(args, "");
    const [from = "", to = "", ...others] = operands;
    const size = others.length === 0 && to !== "" ? await sparseSize(from, context) : undefined;
    if (size === undefined) return (await context.origCommand?.([...args])) ?? "";
    return copySparse(from, to, size, context);
  }),
];

async function copySparse(from: string, to: string, size: number, { fs, cwd }: CommandContext) {
  const target = fs.resolvePath(cwd, to);
  const isFolder = (await fs.exists(target)) && (await fs.stat(target)).isDirectory;
  const path = isFolder ? fs.resolvePath(target, from.replace(/^.*\//, "")) : target;
  try {
    await fs.writeFile(path, sparseContent(size));
    return "";
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return failed(`cp: error writing '${to}': ${error.refusal}`);
  }
}
