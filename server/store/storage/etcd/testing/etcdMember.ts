import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** Paths of PEM files: the server's, and the authority of its clients' certificates. */
export interface MemberTls {
  readonly cert: string;
  readonly key: string;
  readonly clientCa: string;
}

interface MemberPlace {
  readonly name: string;
  readonly clientPort: number;
  readonly peerPort: number;
  /** `name=url` of all members, separated by commas. */
  readonly members: string;
  readonly tls?: MemberTls | undefined;
  readonly flags?: readonly string[] | undefined;
}

/** Kills the child when the thread that started it ends, on systems with such a guard. */
const GUARD = ["setpriv", "--pdeathsig", "KILL"];
const guarded = spawnSync("setpriv", ["--version"]).status === 0;

/** One real etcd server, with its own folder, on ports of the loopback interface. */
export class EtcdMember {
  readonly url: string;
  readonly port: number;
  readonly #place: MemberPlace;
  readonly #folder = mkdtempSync(path.join(tmpdir(), "orrery-etcd-"));
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(place: MemberPlace) {
    this.#place = place;
    this.port = place.clientPort;
    this.url = `${place.tls === undefined ? "http" : "https"}://127.0.0.1:${place.clientPort}`;
  }

  /** Starts it (again); resolves once it serves. @throws Error with its output when it does not */
  async start(): Promise<void> {
    const program = process.env["ETCD"];
    if (program === undefined)
      throw new Error("no etcd: install Debian's etcd-server, or set ETCD to the program's path");
    const [command = program, ...args] = [...(guarded ? GUARD : []), program, ...this.#arguments()];
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("exit", () => resolve()));
    let output = "";
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`etcd ended with ${code}\n${output}`)));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-20_000);
        if (output.includes("ready to serve client requests")) resolve();
      });
    });
  }

  /** Whether this member leads the cluster. Works without TLS only. */
  async leads(): Promise<boolean> {
    const answer = await fetch(`${this.url}/v3/maintenance/status`, { method: "POST", body: "{}" });
    const status = (await answer.json()) as { leader: string; header: { member_id: string } };
    return status.leader === status.header.member_id;
  }

  /** Kills the process, as a power cut would. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#ended;
  }

  /** Suspends the process; its connections stay open. Resolves when all its threads are stopped. */
  async pause(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.kill("SIGSTOP");
    while (!standsStill(child.pid)) await new Promise((resolve) => setImmediate(resolve));
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Ends the process and removes its data. */
  async discard(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #arguments(): string[] {
    const { name, peerPort, members, tls, flags = [] } = this.#place;
    const peer = `http://127.0.0.1:${peerPort}`;
    const settings = {
      name,
      "data-dir": this.#folder,
      "listen-client-urls": this.url,
      "advertise-client-urls": this.url,
      "listen-peer-urls": peer,
      "initial-advertise-peer-urls": peer,
      "initial-cluster": members,
      // Fast elections, so that tests of elections are fast.
      "heartbeat-interval": "20",
      "election-timeout": "200",
      ...(tls && { "cert-file": tls.cert, "key-file": tls.key, "trusted-ca-file": tls.clientCa }),
    };
    const named = Object.entries(settings).map(([flag, value]) => `--${flag}=${value}`);
    return [...named, ...(tls ? ["--client-cert-auth"] : []), ...flags];
  }
}

/**
 * Starts a new cluster.
 * @throws Error when a member does not start
 */
export async function startMembers(
  count: 1 | 3,
  options: { readonly tls?: MemberTls; readonly flags?: readonly string[] } = {},
): Promise<EtcdMember[]> {
  const ports = await freePorts(2 * count);
  const places = Array.from({ length: count }, (_, i) => ({
    name: `member${i}`,
    clientPort: ports[2 * i] ?? 0,
    peerPort: ports[2 * i + 1] ?? 0,
  }));
  const members = places.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(",");
  const started = places.map((place) => new EtcdMember({ ...place, ...options, members }));
  try {
    await Promise.all(started.map((member) => member.start()));
    return started;
  } catch (error) {
    await Promise.all(started.map((member) => member.discard()));
    throw error;
  }
}

/** Ports on which no process listens, all different. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Whether every thread of a process is stopped, as far as the system shows. */
function standsStill(pid: number | undefined): boolean {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return true;
  try {
    return readdirSync(tasks).every((id) => /\) [Tt] /.test(readFileSync(`${tasks}/${id}/stat`, "utf8")));
  } catch {
    // The thread ended in between.
    return false;
  }
}
