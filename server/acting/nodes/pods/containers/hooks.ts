import type { Container } from "kubernetes-types/core/v1";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";
import type { ProgramTime, Reply, RunningProgram } from "../../programs/program.ts";
import type { FetchedMessage, FetchMessage } from "../../shell/messages.ts";
import { containerPort } from "../probes/containerPort.ts";
import { requestHeaders } from "../probes/requestHeaders.ts";

/** The handlers of `lifecycle.postStart` and `preStop`; the installed type package does not have `sleep`. */
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
  /** Accepted by the API, but no node can run it. */
  readonly tcpSocket?: { readonly host?: string; readonly port: number | string };
}

export interface HookParts {
  readonly container: Container;
  readonly program: RunningProgram;
  /** `name_namespace(uid)`: the pod's name in messages. */
  readonly pod: string;
  /** The pod's address. */
  readonly address: string;
  /** The user agent of HTTP hooks. */
  readonly agent: string;
  readonly time: ProgramTime;
  /** Sends a request from the node. @throws Error with a client's message when no response arrives */
  fetch(request: FetchMessage): Promise<FetchedMessage>;
}

const DONE: Reply = { ok: true, text: "" };

/**
 * Runs the hook of a container that has started; it is abandoned when the program ends.
 * @returns the failure message for the container's status; undefined on success
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

/** Runs the hook of a container that is about to be stopped, for at most this many milliseconds: for none, it is skipped. */
export async function runPreStop(parts: HookParts, grace: number): Promise<Reply> {
  const hook = parts.container.lifecycle?.preStop;
  if (hook === undefined || grace <= 0) return DONE;
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
  if (hook?.tcpSocket !== undefined) return { ok: false, text: `invalid handler: ${handlerText(hook.tcpSocket)}` };
  return DONE;
}

/** A handler that connects to a port, as the kubelet prints it. */
function handlerText({ host = "", port }: NonNullable<Hook["tcpSocket"]>): string {
  const printed = typeof port === "number" ? `0 ${port} ` : `1 0 ${port}`;
  return `&LifecycleHandler{Exec:nil,HTTPGet:nil,TCPSocket:&TCPSocketAction{Port:{${printed}},Host:${host},},Sleep:nil,}`;
}

/** Any response counts as success: a hook is a notification. */
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
      // The kubelet does not verify certificates of pods.
      trust: "anyone",
    });
    return DONE;
  } catch (error) {
    return { ok: false, text: messageOf(error) };
  }
}

function failure(
  { exec, httpGet, tcpSocket }: Hook,
  { text, exitCode, isUnknown }: Reply,
  { container, pod }: HookParts,
): string {
  if (tcpSocket !== undefined) return `Cannot run handler: ${text}`;
  const where = `for Container ${JSON.stringify(container.name)} in Pod ${JSON.stringify(pod)} failed - error: `;
  if (exec === undefined) return `HTTP lifecycle hook (${httpGet?.path ?? ""}) ${where}${text}`;
  const command = exec.command ?? [];
  const error = isUnknown ? text : `command '${command.join(" ")}' exited with ${exitCode ?? 1}: `;
  const said = isUnknown ? "" : text;
  return `Exec lifecycle hook ([${command.join(" ")}]) ${where}${error}, message: ${JSON.stringify(said)}`;
}
