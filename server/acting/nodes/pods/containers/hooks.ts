import type { Container } from "kubernetes-types/core/v1";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";
import type { ProgramTime, Reply, RunningProgram } from "../../programs/program.ts";
import type { FetchedMessage, FetchMessage } from "../../shell/messages.ts";

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
  /** Of the pod. */
  readonly address: string;
  readonly time: ProgramTime;
  /** Asks as the node. @throws Error with the words of a client that gets no answer */
  fetch(request: FetchMessage): Promise<FetchedMessage>;
}

const DONE: Reply = { ok: true, text: "" };

/** Does what a container wants done once it has started. */
export const runPostStart = (parts: HookParts): Promise<Reply> =>
  runHook(parts.container.lifecycle?.postStart, parts, new AbortController().signal);

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
async function get(asked: NonNullable<Hook["httpGet"]>, { container, address, fetch }: HookParts): Promise<Reply> {
  const { host = address, path = "", scheme = "HTTP", httpHeaders = [] } = asked;
  const named = container.ports?.find(({ name }) => name === asked.port)?.containerPort;
  const place = `${bracketed(host)}:${named ?? asked.port}`;
  try {
    await fetch({
      url: `${scheme.toLowerCase()}://${place}/${path.replace(/^\//, "")}`,
      method: "GET",
      headers: Object.fromEntries(httpHeaders.map(({ name, value }) => [name.toLowerCase(), value])),
      body: new Uint8Array(),
      // A node looks at no certificates of its pods.
      trust: "anyone",
    });
    return DONE;
  } catch (error) {
    return { ok: false, text: messageOf(error) };
  }
}
