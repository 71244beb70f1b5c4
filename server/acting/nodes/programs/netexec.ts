import type { PodRequest, PodResponse } from "../../../api/registry/podDoors.ts";
import { hostname, plainText } from "./pages.ts";
import type { Datagram, ProgramStart } from "./program.ts";

/** The longest time of a command that is run for a client, in milliseconds. */
const LONGEST = 60_000;
/** The most tries of one question that a client may ask for. */
const MOST_TRIES = 50;

/**
 * Answers what the reference's tests of networks ask: which pod answers, from where it was asked, what another pod
 * answers.
 */
export function netexec() {
  let isHealthy = true;
  return async (request: PodRequest, start: ProgramStart): Promise<PodResponse> => {
    const { pathname, searchParams } = new URL(request.path, "http://pod");
    switch (pathname) {
      case "/":
        return plainText(200, `NOW: ${new Date(start.time.now()).toISOString()}`);
      case "/hostname":
      case "/hostName":
        return hostname(request, start);
      case "/echo":
        return plainText(Number(searchParams.get("code") ?? 200), searchParams.get("msg") ?? "");
      case "/clientip":
        return plainText(200, `${request.headers["x-forwarded-for"] ?? start.pod.address}:40000`);
      case "/header":
        return plainText(200, request.headers[(searchParams.get("key") ?? "").toLowerCase()] ?? "");
      case "/healthz":
        return isHealthy ? plainText(200, "ok") : plainText(412, "");
      case "/shutdown":
        isHealthy = false;
        return plainText(200, "");
      case "/redirect":
        return redirect(searchParams);
      case "/dial":
        return dial(searchParams, start);
      case "/shell":
      case "/shell/":
        return shell(searchParams, start);
      default:
        return plainText(404, "404 page not found\n");
    }
  };
}

/** What it prints for a request, as Go's programs print their logs. */
export function netexecLine({ method, path }: PodRequest, _response: PodResponse, now: number): string {
  const [date = "", time = ""] = new Date(now).toISOString().split("T");
  return `${date.replaceAll("-", "/")} ${time.slice(0, 8)} ${method} ${path}`;
}

function redirect(query: URLSearchParams): PodResponse {
  const answer = plainText(Number(query.get("code") ?? 302), "");
  return { ...answer, headers: { ...answer.headers, location: query.get("location") ?? "/" } };
}

/** Asks another program so many times, and tells all that it and the network said. */
async function dial(query: URLSearchParams, start: ProgramStart): Promise<PodResponse> {
  const { host = "", port = "", request = "" } = Object.fromEntries(query);
  const protocol = query.get("protocol") ?? "http";
  if (host === "" || request === "" || !/^\d+$/.test(port)) return plainText(400, "host, port and request are needed");
  if (protocol !== "http" && protocol !== "udp") return plainText(400, `unsupported protocol. ${protocol}`);
  const responses: string[] = [];
  const errors: string[] = [];
  const tries = Math.min(Number(query.get("tries") ?? 1) || 1, MOST_TRIES);
  for (let i = 0; i < tries; i++) {
    try {
      responses.push(protocol === "udp" ? await sent(start, host, Number(port), request) : await got(start, query));
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  }
  const told = { ...(responses.length > 0 ? { responses } : {}), ...(errors.length > 0 ? { errors } : {}) };
  return plainText(200, JSON.stringify(told));
}

async function sent({ machine }: ProgramStart, host: string, port: number, text: string): Promise<string> {
  const answer = await machine.datagram(host, port, text);
  if (answer === undefined) throw new Error(`read udp ${host}:${port}: i/o timeout`);
  return answer;
}

async function got({ machine }: ProgramStart, query: URLSearchParams): Promise<string> {
  const host = query.get("host") ?? "";
  const address = host.includes(":") ? `[${host}]` : host;
  const url = `http://${address}:${query.get("port")}/${query.get("request")}`;
  const { body } = await machine.fetch({ url, method: "GET", headers: {}, body: new Uint8Array() });
  return Buffer.from(body).toString("utf8");
}

/** Runs a command in the container for the client. */
async function shell(query: URLSearchParams, { machine, time }: ProgramStart): Promise<PodResponse> {
  const command = query.get("shellCommand") ?? query.get("cmd") ?? "";
  const process = machine.run({ argv: ["/bin/sh", "-c", command], tty: false, stdin: false });
  const output: Buffer[] = [];
  process.listen((_stream, bytes) => void output.push(Buffer.from(bytes)));
  const isOver = new AbortController();
  const code = await Promise.race([process.exited, time.sleep(LONGEST, isOver.signal)]);
  isOver.abort();
  if (code === undefined) process.kill();
  const text = Buffer.concat(output).toString("utf8");
  return plainText(200, JSON.stringify(code === 0 ? { output: text } : { output: text, error: `exit status ${code}` }));
}

/**
 * Answers datagrams at a port: `hostname`, `echo TEXT`, `clientip`.
 * @param always the question that every datagram stands for
 */
export const datagramServer =
  (own: number, always?: string) =>
  ({ port, from, text }: Datagram, { pod }: ProgramStart): string | undefined => {
    if (port !== own) return undefined;
    const [question = "", ...rest] = (always ?? text).trim().split(" ");
    switch (question.toLowerCase()) {
      case "hostname":
        return pod.name;
      case "echo":
        return rest.join(" ");
      case "clientip":
        return `${from}:40000`;
      default:
        return question === "" ? "" : `unknown command ${question}`;
    }
  };
