/**
 * The entry point of the thread in which the commands of simulated containers run. It is bundled separately into one
 * file, see `ground/threads/program.ts`.
 */
import { parentPort } from "node:worker_threads";
import { Calls } from "./calls.ts";
import { sortAsInContainers } from "./collation.ts";
import { Volumes } from "./files/volumeFiles.ts";
import { Machine } from "./machine.ts";
import type { FromShells, PathKind, ReadMessage, RunMessage, ToShells, UsageMessage } from "./messages.ts";
import { ProcessSpaces } from "./processes/processSpace.ts";
import { ShellRun } from "./shellRun.ts";

const port = parentPort;
if (port === null) throw new Error("this is the program of a thread");

sortAsInContainers();

const volumes = new Volumes();
const spaces = new ProcessSpaces();
/** Promises, because a command may arrive while its machine is still being created. */
const machines = new Map<number, Promise<Machine>>();
const runs = new Map<number, ShellRun>();
/** Messages for runs that have not begun. */
const early = new Map<number, ((run: ShellRun) => void)[]>();
/** Resolves when volumes have their files; machines wait for it. */
let filled: Promise<void> = Promise.resolve();

const send = (message: FromShells): void => port.postMessage(message);

const calls = new Calls(send);

async function start(number: number, machineNumber: number, request: RunMessage): Promise<void> {
  early.set(number, []);
  const machine = await machines.get(machineNumber);
  const waiting = early.get(number) ?? [];
  early.delete(number);
  if (machine === undefined) return send({ type: "exit", run: number, code: 137 });
  const run = new ShellRun({
    machine,
    request,
    begun: (problem) => send({ type: "begun", run: number, problem }),
    send: (stream, bytes) => send({ type: "output", run: number, stream, bytes }),
    inputTaken: (bytes) => send({ type: "inputTaken", run: number, bytes }),
    call: (asked, signal, onPart) => calls.ask(machineNumber, asked, signal, onPart),
    machineNumbered: async (other) => machines.get(other),
  });
  runs.set(number, run);
  for (const use of waiting) use(run);
  const code = await run.run();
  runs.delete(number);
  send({ type: "exit", run: number, code });
}

/** Sends the content of a file; a machine that is gone, or could not be created, has no files. */
async function read({ call, machine, path, most, end }: ReadMessage): Promise<void> {
  const found = async () => (await machines.get(machine))?.read(path, most, end);
  send({ type: "content", call, bytes: await found().catch(() => undefined) });
}

/** Sends the kind of entry at a path of a volume, if it can be determined. */
async function look(call: number, volume: string, path: string, wanted: PathKind | undefined): Promise<void> {
  await filled;
  send({ type: "looked", call, kind: await volumes.probePath(volume, path, wanted).catch(() => undefined) });
}

/** Sends the sizes of machines and volumes; missing ones have size zero. */
async function measure(call: number, of: UsageMessage): Promise<void> {
  const written = async (number: number) => (await machines.get(number)?.catch(() => undefined))?.written ?? 0;
  const bytes = await Promise.all(of.machines.map(written));
  send({ type: "used", call, machines: bytes, volumes: of.volumes.map((name) => volumes.used(name)) });
}

function withRun(number: number, use: (run: ShellRun) => void): void {
  const run = runs.get(number);
  if (run !== undefined) use(run);
  else early.get(number)?.push(use);
}

function take(message: ToShells): void {
  switch (message.type) {
    case "open": {
      const opened = filled.then(() => Machine.open(message.machine, message.payload, volumes, spaces));
      // A machine's creation error is reported to the caller that runs a command there.
      opened.catch(() => undefined);
      machines.set(message.machine, opened);
      return;
    }
    case "close":
      void machines.get(message.machine)?.then(
        (machine) => machine.close(),
        () => undefined,
      );
      machines.delete(message.machine);
      return;
    case "volume":
      filled = filled.then(() => volumes.replace(message.volume, message.files, message.folder)).catch(() => undefined);
      return;
    case "dropVolume":
      volumes.drop(message.volume);
      return;
    case "run":
      void start(message.run, message.machine, message.payload).catch(() =>
        send({ type: "exit", run: message.run, code: 126 }),
      );
      return;
    case "input": {
      const { bytes } = message;
      withRun(message.run, ({ input }) => (bytes === undefined ? input.end() : input.push(bytes)));
      return;
    }
    case "resize":
      withRun(message.run, ({ input }) => input.resize(message.size));
      return;
    case "taken":
      runs.get(message.run)?.taken(message.bytes);
      return;
    case "read":
      void read(message);
      return;
    case "look":
      void look(message.call, message.volume, message.path, message.expected);
      return;
    case "usage":
      void measure(message.call, message.of);
      return;
    case "ping":
      send({ type: "pong" });
      return;
    case "signal":
      withRun(message.run, (run) => run.signal(message.name));
      return;
    case "part":
      calls.part(message);
      return;
    case "reply":
      calls.answer(message);
  }
}

port.on("message", take);
