/**
 * The session of a command in the console: requests go through the console's host, with the impersonated identity of
 * the view.
 */
import { ApiError, type Status } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { clusterPath, errorOf, request, requestRaw } from "../api/requests/request.ts";
import { requestLog } from "../api/requests/requestLog.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { viewAsQuery } from "../api/viewAs.ts";
import { watchUrl } from "../api/watch/watchSocket.ts";
import { CommandSession, consoleSession as containerSession } from "../terminal/commandSession.ts";
import type { ContainerCommand, Place, Session } from "./model/command.ts";

export interface ConsoleSessionParts {
  readonly cluster: string;
  readonly clusterName: string;
  readonly vocabulary: Vocabulary;
  readonly types: readonly ResourceType[];
  readonly namespace: string;
  readonly fieldManager: string;
  readonly signal: AbortSignal;
  print(text: string): void;
  open(place: Place): void;
  setNamespace(namespace: string): void;
  clear(): void;
}

export function consoleSession(parts: ConsoleSessionParts): Session {
  const { cluster, signal, print } = parts;
  return {
    ...parts,
    now: () => Date.now(),
    async ask(asked) {
      const { body, warnings } = await request(cluster, { ...asked, signal });
      for (const warning of warnings) print(`Warning: ${warning}`);
      return body as never;
    },
    async fetchText(path) {
      const { status, text } = await requestRaw(cluster, { path, accept: "text/plain, application/json", signal });
      if (status >= 200 && status < 300) return text;
      throw errorOf(status, parsed(text), text);
    },
    watch: (path, accept, onEvent) =>
      listen(watchUrl(location.origin, cluster, path, { accept }), signal, (data) => {
        const event = parsed(String(data)) as { type?: string; object?: unknown } | undefined;
        if (event?.type === "ERROR") {
          const { code = 0, reason = "", message = "" } = event.object as Partial<Status>;
          throw new ApiError(code, reason, message);
        }
        if (event?.type !== undefined) onEvent({ type: event.type, object: event.object });
      }),
    follow(path) {
      const query = new URLSearchParams(viewAsQuery(cluster));
      const url = `${location.origin.replace(/^http/, "ws")}${clusterPath(cluster, path)}${query.size === 0 ? "" : `&${query}`}`;
      const decoder = new TextDecoder();
      let torn = "";
      return listen(url, signal, (data) => {
        const text = torn + (typeof data === "string" ? data : decoder.decode(data as ArrayBuffer, { stream: true }));
        const end = text.lastIndexOf("\n");
        torn = text.slice(end + 1);
        if (end >= 0) print(text.slice(0, end));
      }).then(() => {
        if (torn !== "") print(torn);
      });
    },
    exec: (command) => runInContainer(parts, command),
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, milliseconds);
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        }
        signal.addEventListener("abort", done);
      }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Receives the messages of a socket until it closes or the signal aborts.
 *
 * @throws errors thrown by `comparableText`, and Error if it never opened
 */
function listen(url: string, signal: AbortSignal, onEvent: (data: unknown) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    const ticket = requestLog.watch(socket.url);
    let isOpen = false;
    const end = (error?: unknown): void => {
      signal.removeEventListener("abort", stop);
      socket.onclose = null;
      ticket.closed();
      socket.close();
      if (error === undefined) resolve();
      else reject(error);
    };
    const stop = (): void => end();
    signal.addEventListener("abort", stop);
    socket.onopen = () => {
      isOpen = true;
      ticket.opened();
    };
    socket.onmessage = ({ data }) => {
      ticket.event(typeof data === "string" ? data.length : (data as ArrayBuffer).byteLength);
      try {
        onEvent(data);
      } catch (error) {
        end(error);
      }
    };
    socket.onclose = () => end(isOpen ? undefined : new Error("the server refused the stream"));
  });
}

/** Runs a command without a terminal. @throws ApiError, Error if the container's runtime fails */
function runInContainer(
  { cluster, vocabulary, signal, print }: ConsoleSessionParts,
  { namespace, pod, container, command }: ContainerCommand,
): Promise<number> {
  const query = new URLSearchParams({ container, stdout: "true", stderr: "true" });
  for (const word of command) query.append("command", word);
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/exec?${query}`;
  const decoder = new TextDecoder();
  let said = "";
  return new Promise((resolve, reject) => {
    const session = new CommandSession(containerSession(cluster, vocabulary, path), {
      opened: () => undefined,
      output(bytes) {
        said += decoder.decode(bytes, { stream: true });
        const end = said.lastIndexOf("\n");
        if (end < 0) return;
        print(said.slice(0, end));
        said = said.slice(end + 1);
      },
      ended(end) {
        signal.removeEventListener("abort", stop);
        if (said !== "") print(said);
        if (end.kind === "exited") resolve(end.code);
        else if (end.kind === "refused") reject(end.error);
        else reject(new Error(end.kind === "failed" ? end.message : "the connection broke"));
      },
    });
    function stop(): void {
      session.close();
      resolve(0);
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}
