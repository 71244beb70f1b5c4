import type { CustomCommand } from "just-bash/browser";
import { quoted } from "../runScript.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command } from "./command.ts";

/** Server programs of known images, which the program of the container's own image simulates. */
const SERVERS = [
  ..."nginx httpd httpd-foreground apache2-foreground redis-server postgres mysqld mariadbd mongod memcached".split(
    " ",
  ),
  ..."rabbitmq-server node npm yarn python python3 java ruby php php-fpm perl gunicorn uvicorn flask dotnet".split(" "),
  ..."caddy haproxy traefik envoy docker-entrypoint.sh".split(" "),
];
/** Arguments with which a program prints information about itself and ends. */
const QUESTIONS = new Set(["-v", "-V", "--version", "-version", "version", "-h", "--help"]);

/** Commands by which a container's script starts the program that simulates the image. */
export function serverCommands(run: ShellProcess): CustomCommand[] {
  if (run.parts.request.serves !== true) return [];
  return SERVERS.map((name) => serverCommand(run, name));
}

/** The command with this name that starts the program that simulates the image. */
export function serverCommand(run: ShellProcess, name: string): CustomCommand {
  const { parts, signals } = run;
  return command(name, async (args, context) => {
    const own = await fileNamed(name, context);
    if (own !== undefined) {
      const { cwd } = context;
      return (await context.exec?.([own, ...args].map(quoted).join(" "), { cwd })) ?? "";
    }
    if (args.some((arg) => QUESTIONS.has(arg))) return `${name} (simulated)\n`;
    const serve = (signal?: AbortSignal): Promise<unknown> =>
      parts.call({ name: "serve", argv: [name, ...args] }, signal);
    if (isDaemon(name, args)) {
      void serve();
      return "";
    }
    const exitCode = (await signals.during(serve)) as number | undefined;
    return { exitCode: exitCode ?? signals.lastCode };
  });
}

/** nginx goes into the background unless an option disables that. */
const isDaemon = (name: string, args: readonly string[]): boolean =>
  name === "nginx" && !args.some((arg) => /daemon\s+off/.test(arg));

/** An executable of that name in the search path that was added to the container. */
async function fileNamed(name: string, { env, fs }: CommandContext): Promise<string | undefined> {
  for (const folder of (env.get("PATH") ?? "").split(":")) {
    if (/^\/(usr\/)?bin$/.test(folder)) continue;
    if (await fs.exists(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  return undefined;
}
