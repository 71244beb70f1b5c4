import type { CustomCommand } from "just-bash/browser";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command, failed } from "./command.ts";
import { connectCommand } from "./connectCommand.ts";
import { modeLetters, ownerAt } from "./fileOwners.ts";
import { resolverWords } from "./resolver.ts";

const NEW_CONTENT = "mount-tester new file\n";
/** Seconds between two checks of a file that is waited for. */
const CHECK_INTERVAL = 1;

/** The sub-commands of the reference's test image that report what a container sees. */
export function testImageCommands(run: ShellProcess): CustomCommand[] {
  const agnhost = async ([name = "", ...args]: readonly string[], context: CommandContext) => {
    switch (name) {
      case "entrypoint-tester":
        return `[${run.parts.request.argv.join(" ")}]\n`;
      case "connect":
        return connectCommand(run, args, context);
      case "mounttest":
        return mountTest(run, args, context);
      case "dns-suffix":
        return `${(await resolverWords(context, "search")).join(",")}\n`;
      case "dns-server-list":
        return `${(await resolverWords(context, "nameserver")).join(", ")}\n`;
      case "etc-hosts":
        return context.fs.readFile("/etc/hosts");
      case "pause":
        return "Paused\n";
      default:
        return failed(`Error: unknown command ${JSON.stringify(name)} for "app"`);
    }
  };
  return ["agnhost", "agnhost-2"].map((name) => command(name, agnhost));
}

/**
 * The checks for `--name=path`. They run in this order, independent of the order of the options; a failed check does
 * not stop the others.
 */
const CHECKS: readonly (readonly [string, (run: ShellProcess, path: string, files: Files) => Promise<string>])[] = [
  [
    "fs_type",
    async ({ parts }, path) => `mount type of ${quoted(path)}: ${fileSystemAt(parts.machine.mounts, path)}\n`,
  ],
  ["new_file_0644", (_run, path, files) => newFile(files, path, 0o644)],
  ["new_file_0666", (_run, path, files) => newFile(files, path, 0o666)],
  ["new_file_0660", (_run, path, files) => newFile(files, path, 0o660)],
  ["new_file_0777", (_run, path, files) => newFile(files, path, 0o777)],
  ["file_mode", async (_run, path, files) => `mode of file ${quoted(path)}: ${await modeText(files, path)}\n`],
  ["file_perm", async (_run, path, files) => `perms of file ${quoted(path)}: ${await modeText(files, path, "-")}\n`],
  [
    "file_owner",
    async (run, path, files) => {
      const { user, group } = await ownerAt(run, files, path);
      return `owner UID of ${quoted(path)}: ${user}\nowner GID of ${quoted(path)}: ${group}\n`;
    },
  ],
  ["file_content", (_run, path, files) => content(files, path)],
];

type Files = CommandContext["fs"];

async function mountTest(run: ShellProcess, args: readonly string[], { fs, signal }: CommandContext) {
  const options = new Map(args.map((arg) => arg.replace(/^--?/, "").split(/=(.*)/s).slice(0, 2) as [string, string]));
  let stdout = "";
  let hasFailed = false;
  for (const [name, check] of CHECKS) {
    const path = options.get(name) ?? "";
    if (path === "") continue;
    try {
      stdout += await check(run, path, fs);
    } catch (error) {
      hasFailed = true;
      stdout += `error of ${name}: ${messageOf(error)}\n`;
    }
  }
  const loop = options.get("file_content_in_loop") ?? "";
  if (loop !== "") {
    await run.print("stdout", stdout);
    stdout = await contentInLoop(run, loop, options, { fs, signal });
  }
  return { stdout, exitCode: hasFailed ? 1 : 0 };
}

/** Prints a file's content every second for a number of seconds. */
async function contentInLoop(
  run: ShellProcess,
  path: string,
  options: ReadonlyMap<string, string>,
  { fs: files, signal: ended }: Pick<CommandContext, "fs" | "signal">,
): Promise<string> {
  const last = options.get("break_on_expected_content") === "false";
  const seconds = Number(options.get("retry_time") ?? 180) || 180;
  for (
    let passed = 0;
    passed < seconds && !run.signals.isInterrupted && ended?.aborted !== true;
    passed += CHECK_INTERVAL
  ) {
    let text: string;
    try {
      text = await content(files, path);
    } catch {
      text = `Error reading file ${path}: open ${path}: no such file or directory, retrying\n`;
    }
    await run.print("stdout", text);
    if (!last && text.endsWith(`: ${NEW_CONTENT}`)) break;
    await run.signals.during((signal) =>
      run.parts.call({ name: "sleep", milliseconds: CHECK_INTERVAL * 1000 }, signal),
    );
  }
  return "";
}

const quoted = (path: string): string => JSON.stringify(path);

async function newFile(files: Files, path: string, mode: number): Promise<string> {
  await files.writeFile(path, NEW_CONTENT);
  await files.chmod(path, mode);
  return content(files, path);
}

const content = async (files: Files, path: string): Promise<string> =>
  `content of file ${quoted(path)}: ${await files.readFile(path)}`.replace(/\n?$/, "\n");

/** `-rw-r--r--`. @param kind the letter before the permissions; default: the letter of the file's type */
async function modeText(files: Files, path: string, kind?: string): Promise<string> {
  const { mode, isDirectory } = await files.stat(path);
  const letters = modeLetters(mode);
  return (kind ?? (isDirectory ? "d" : "-")) + letters;
}

/** The type of the file system at a path. */
function fileSystemAt(mounts: ShellProcess["parts"]["machine"]["mounts"], path: string): string {
  const above = mounts.filter(({ path: place }) => path === place || path.startsWith(`${place}/`));
  const nearest = above.sort((a, b) => b.path.length - a.path.length)[0];
  return nearest?.isInMemory === true ? "tmpfs" : "61267";
}
