import type { CustomCommand } from "just-bash/browser";
import { parentOf } from "../files/owners.ts";
import { RefusedError } from "../files/refusals.ts";
import { type CommandContext, command, failed, readOptions } from "./command.ts";

/** Commands about symbolic links, which the library follows where it must not, or not to their end. */
export const linkCommands: readonly CustomCommand[] = [
  command("rm", async (args, context) => {
    const { operands } = readOptions(args, "");
    const links: string[] = [];
    for (const operand of operands) if (await isLink(operand, context)) links.push(operand);
    const messages: string[] = [];
    for (const link of links) {
      try {
        await context.fs.rm(context.fs.resolvePath(context.cwd, link));
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        messages.push(`rm: cannot remove '${link}': ${error.refusal}`);
      }
    }
    const refused = failed(messages.join("\n"));
    if (links.length > 0 && links.length === operands.length) return messages.length === 0 ? "" : refused;
    const result = await context.origCommand?.(args.filter((arg) => !links.includes(arg)));
    if (messages.length === 0) return result ?? "";
    return { ...refused, stderr: `${refused.stderr}${result?.stderr ?? ""}` };
  }),
  command("readlink", async (args, context) => {
    const { flags, operands } = readOptions(args, "");
    if (!flags.has("f")) return (await context.origCommand?.([...args])) ?? "";
    const paths: string[] = [];
    for (const operand of operands) {
      const path = await realPath(operand, context);
      if (path !== undefined) paths.push(`${path}\n`);
    }
    return { stdout: paths.join(""), stderr: "", exitCode: paths.length === operands.length ? 0 : 1 };
  }),
];

const isLink = async (path: string, { fs, cwd }: CommandContext): Promise<boolean> =>
  !path.endsWith("/") && (await fs.lstat(fs.resolvePath(cwd, path)).catch(() => undefined))?.isSymbolicLink === true;

/** A path without links, whose last part need not exist; undefined when another part does not. */
async function realPath(operand: string, { fs, cwd }: CommandContext): Promise<string | undefined> {
  const path = fs.resolvePath(cwd, operand);
  const known = await fs.realpath(path).catch(() => undefined);
  if (known !== undefined) return known;
  const above = await fs.realpath(parentOf(path)).catch(() => undefined);
  return above === undefined ? undefined : `${above === "/" ? "" : above}/${path.slice(path.lastIndexOf("/") + 1)}`;
}
