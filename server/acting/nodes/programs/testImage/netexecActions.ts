import { randomInt } from "node:crypto";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";
import { plainText } from "../pages.ts";
import type { MessageProtocol, ProgramStart } from "../program.ts";

/** Maximum run time of a client's command, in milliseconds. */
const LONGEST = 60_000;
/** Maximum bytes of a command's output: a command that prints more is killed. */
const MAX_OUTPUT = 8 * 1024 * 1024;
/** Maximum number of tries of one request that a client may ask for. */
const MAX_TRIES = 50;
/** Timeout of a request, in milliseconds. */
const TIMEOUT = 5_000;

/** Sends a request to another program a number of times, and returns all responses and network errors. */
export async function dial(query: URLSearchParams, start: ProgramStart): Promise<PodResponse> {
  const { host = "", port = "", request = "", tries = "" } = Object.fromEntries(query);
  const protocol = (query.get("protocol") || "http").toLowerCase();
  if (tries !== "" && !/^\d+$/.test(tries)) {
    return plainText(
      400,
      `tries parameter is invalid. strconv.Atoi: parsing ${JSON.stringify(tries)}: invalid syntax\n`,
    );
  }
  if (request === "") return plainText(400, "request parameter not specified. <nil>\n");
  if (!["http", "udp", "sctp"].includes(protocol)) return plainText(400, `unsupported protocol. ${protocol}\n`);
  if (host === "" || !/^\d{1,5}$/.test(port)) {
    return plainText(400, `host and/or port param are invalid. address ${host}:${port}: invalid port\n`);
  }
  const responses: string[] = [];
  const errors: string[] = [];
  let last = "";
  for (let i = Math.min(tries === "" ? 1 : Number(tries), MAX_TRIES); i > 0; i--) {
    try {
      last = protocol === "http" ? await got(start, host, port, request) : await sent(start, query, protocol);
      responses.push(last);
    } catch (error) {
      last = "";
      errors.push(messageOf(error));
    }
  }
  const body = { ...(errors.length > 0 ? { errors } : {}), ...(last === "" ? {} : { responses }) };
  return plainText(200, JSON.stringify(body));
}

async function sent({ machine }: ProgramStart, query: URLSearchParams, protocol: string): Promise<string> {
  const { host = "", port = "", request = "" } = Object.fromEntries(query);
  const answer = await machine.datagram(host, Number(port), request, protocol.toUpperCase() as MessageProtocol);
  if (answer !== undefined) return answer;
  throw new Error(`reading from ${protocol} connection failed. err:'read ${protocol} ${host}:${port}: i/o timeout'`);
}

async function got({ machine }: ProgramStart, host: string, port: string, request: string): Promise<string> {
  const address = bracketed(host);
  const url = `http://${address}:${port}/${request}`;
  const empty = new Uint8Array();
  const { body } = await machine.fetch({ url, method: "GET", headers: {}, body: empty, time: TIMEOUT });
  return Buffer.from(body).toString("utf8");
}

/** Runs a client's command in the container. */
export async function runShell(command: string, start: ProgramStart): Promise<PodResponse> {
  const { code, output } = await runIn(start, command);
  const error = code === undefined ? "signal: killed" : `exit status ${code}`;
  return plainText(200, JSON.stringify({ ...(code === 0 ? {} : { error }), ...(output === "" ? {} : { output }) }));
}

/** @returns no code for a command that had to be killed */
async function runIn({ machine, time }: ProgramStart, script: string, input?: Uint8Array) {
  const process = machine.run({ argv: ["/bin/sh", "-c", script], tty: false, stdin: input !== undefined });
  const output: Buffer[] = [];
  let size = 0;
  process.listen((_stream, bytes) => {
    size += bytes.length;
    if (size > MAX_OUTPUT) process.kill();
    else output.push(Buffer.from(bytes));
  });
  if (input !== undefined) {
    process.write(input);
    process.endInput();
  }
  const isOver = new AbortController();
  const code = await Promise.race([process.exited, time.sleep(LONGEST, isOver.signal)]);
  isOver.abort();
  if (code === undefined) process.kill();
  return { code: code ?? undefined, output: Buffer.concat(output).toString("utf8") };
}

/** Receives a file from a form, and stores it under a new name. */
export async function upload(
  { headers, body }: PodRequest,
  start: ProgramStart,
  log: (text: string) => void,
): Promise<PodResponse> {
  const file = await fileOf(headers["content-type"] ?? "", body);
  if (file === undefined) {
    log("Unable to upload file: http: no such file");
    return plainText(200, JSON.stringify({ error: "Unable to upload file." }));
  }
  const path = `/uploads/upload${randomInt(2 ** 32)}`;
  const { code } = await runIn(start, `mkdir -p /uploads && cat > ${path} && chmod 700 ${path}`, file);
  if (code !== 0) {
    log("Unable to open file for write");
    return plainText(200, JSON.stringify({ error: "Unable to open file for write" }));
  }
  log(`Wrote upload to ${path}`);
  return plainText(201, JSON.stringify({ output: path }));
}

/** The bytes of a form's field `file`; undefined without this field. */
async function fileOf(type: string, body: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const form = await new Response(Buffer.from(body), { headers: { "content-type": type } }).formData();
    const file = form.get("file");
    return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
