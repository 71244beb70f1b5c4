import type { Container } from "kubernetes-types/core/v1";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";
import type { ProgramTime, Reply, RunningProgram } from "../../programs/program.ts";
import type { FetchedMessage, FetchMessage } from "../../shell/messages.ts";
import { containerPort } from "../probes/containerPort.ts";
import { requestHeaders } from "../probes/requestHeaders.ts";

/** What `lifecycle.postStart` and `preStop` may say; the types that are at hand do not know of `sleep`. */
interface Hook {
  readonly sleep?: { readonly seconds: number };
  readonly exec?: { readonly command?: string[] };
  readonly httpGet?: {
    readonly host?: string;
    readonly port: number | string;
    readonly path?: string;
    readonly scheme?: string;
    readonly httpHeaders?: readonly { readonly name: string; readonly value: string }[];
  };
}

export interface HookParts {
  readonly container: Container;
  readonly program: RunningProgram;
  /** `name_namespace(uid)`, as messages name the pod. */
  readonly pod: string;
  /** Of the pod. */
  readonly address: string;
  /** How hooks over HTTP call themselves. */
  readonly agent: string;
  readonly time: ProgramTime;
  /** Asks as the node. @throws Error with the words of a client that gets no answer */
  fetch(request: FetchMessage): Promise<FetchedMessage>;
}

const DONE: Reply = { ok: true, text: "" };

/**
 * Does what a container wants done once it has started; ends with the program, too.
 * @returns why that failed, as the container's status tells; undefined when it did not
 */
export async function runPostStart(parts: HookParts): Promise<string | undefined> {
  const hook: Hook | undefined = parts.container.lifecycle?.postStart;
  if (hook === undefined) return undefined;
  const ended = new AbortController();
  const gone = parts.program.exited.then(() => DONE);
  const reply = await Promise.race([runHook(hook, parts, ended.signal), gone]);
  ended.abort();
  return reply.ok ? undefined : failure(hook, reply, parts);
}

/** Runs the hook of a container before it is stopped, for so many milliseconds at most. */
export async function runPreStop(parts: HookParts, grace: number): Promise<Reply> {
  const hook = parts.container.lifecycle?.preStop;
  if (hook === undefined) return DONE;
  const ended = new AbortController();
  const late = parts.time.sleep(grace, ended.signal).then(() => DONE);
  const reply = await Promise.race([runHook(hook, parts, ended.signal), late, parts.program.exited.then(() => DONE)]);
  ended.abort();
  return reply;
}

async function runHook(hook: Hook | undefined, parts: HookParts, signal: AbortSignal): Promise<Reply> {
  const { program, time } = parts;
  if (hook?.exec !== undefined) return program.answer({ kind: "exec", command: hook.exec.command ?? [] });
  if (hook?.sleep !== undefined) await time.sleep(hook.sleep.seconds * 1000, signal);
  if (hook?.httpGet !== undefined) return get(hook.httpGet, parts);
  return DONE;
}

/** Any answer will do: a hook is a notification, not a question. */
async function get(
  asked: NonNullable<Hook["httpGet"]>,
  { container, address, agent, fetch }: HookParts,
): Promise<Reply> {
  const { path = "", scheme = "HTTP", httpHeaders } = asked;
  const host = asked.host || address;
  const port = containerPort(asked.port, container);
  if (typeof port === "string") return { ok: false, text: port };
  const place = `${bracketed(host)}:${port}`;
  try {
    await fetch({
      url: `${scheme.toLowerCase()}://${place}/${path.replace(/^\//, "")}`,
      method: "GET",
      headers: requestHeaders(httpHeaders, agent),
      body: new Uint8Array(),
      // A node looks at no certificates of its pods.
      trust: "anyone",
    });
    return DONE;
  } catch (error) {
    return { ok: false, text: messageOf(error) };
  }
}

function failure({ exec, httpGet }: Hook, { text, exitCode, isUnknown }: Reply, { container, pod }: HookParts): string {
  const where = `for Container ${JSON.stringify(container.name)} in Pod ${JSON.stringify(pod)} failed - error: `;
  if (exec === undefined) return `HTTP lifecycle hook (${httpGet?.path ?? ""}) ${where}${text}`;
  const command = exec.command ?? [];
  const error = isUnknown ? text : `command '${command.join(" ")}' exited with ${exitCode ?? 1}: `;
  const said = isUnknown ? "" : text;
  return `Exec lifecycle hook ([${command.join(" ")}]) ${where}${error}, message: ${JSON.stringify(said)}`;
}
