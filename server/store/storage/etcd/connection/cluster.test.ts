import { createServer } from "node:net";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Message, text } from "../../grpc/message.ts";
import { method } from "../../grpc/method.ts";
import { Cluster } from "./cluster.ts";

const HOUR = 3600_000;
const ECHO = method("/test.Echo/Say", new Message({ said: text(1) }), new Message({ said: text(1) }));

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function serve(port: number): Promise<Server> {
  const server = new Server();
  const { path, encode, decode } = ECHO;
  server.addService(
    {
      say: {
        path,
        requestStream: false,
        responseStream: false,
        requestSerialize: encode,
        requestDeserialize: decode,
        responseSerialize: encode,
        responseDeserialize: decode,
      },
    },
    { say: ({ request }: { request: unknown }, done: (error: null, answer: unknown) => void) => done(null, request) },
  );
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve(server) : reject(error),
    );
  });
}

/** Sets the system's clock. */
function setClock(difference: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + difference);
}

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.restoreAllMocks();
});

const open = (port: number, request: number): Cluster => {
  const cluster = new Cluster([`http://127.0.0.1:${port}`], {}, { connection: 50, attempt: 100, request });
  ends.push(() => cluster.close());
  return cluster;
};

describe("a request to a cluster that cannot be reached", () => {
  it.each(["read", "write"] as const)("ends in time although the clock is set back: %s", async (verb) => {
    const asked = open(await freePort(), 200)[verb](ECHO, { said: "hello" });
    setClock(-HOUR);
    await expect(asked).rejects.toThrow("no connection to etcd");
  });

  it.each(["read", "write"] as const)("does not end when the clock is set forward: %s", async (verb) => {
    const port = await freePort();
    const asked = open(port, 20_000)[verb](ECHO, { said: "hello" });
    setClock(HOUR);
    const server = await serve(port);
    ends.push(() => server.forceShutdown());
    expect(await asked).toEqual({ said: "hello" });
  });
});
