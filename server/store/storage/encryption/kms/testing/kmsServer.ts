import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import { bytes, Message, many, nested, text } from "../../../grpc/message.ts";
import { type FakeKms, fakeKms } from "./fakeKms.ts";

/** A plug-in at a socket, for servers under test. */
export interface KmsServer {
  readonly kms: FakeKms;
  stop(): void;
}

type Handler = (request: never) => Promise<object>;

const annotation = new Message({ key: text(1), value: bytes(2) });
const METHODS: Readonly<Record<string, readonly [Message<object>, Message<object>]>> = {
  status: [new Message({}), new Message({ version: text(1), healthz: text(2), keyId: text(3) })],
  encrypt: [
    new Message({ plaintext: bytes(1), uid: text(2) }),
    new Message({ ciphertext: bytes(1), keyId: text(2), annotations: many(nested(3, annotation)) }),
  ],
  decrypt: [
    new Message({ ciphertext: bytes(1), uid: text(2), keyId: text(3), annotations: many(nested(4, annotation)) }),
    new Message({ plaintext: bytes(1) }),
  ],
};

/** Starts the plug-in. @param socket path at which nothing exists yet @param kms default: a new one */
export async function startKmsServer(socket: string, kms = fakeKms()): Promise<KmsServer> {
  const server = new Server();
  const handlers: Readonly<Record<string, Handler>> = {
    status: () => kms.status(),
    async encrypt({ plaintext, uid }: { plaintext: Uint8Array; uid: string }) {
      const { encrypted: ciphertext, ...rest } = await kms.encrypt(uid, plaintext);
      return { ciphertext, ...rest };
    },
    async decrypt(request: { ciphertext: Uint8Array; uid: string; keyId: string; annotations: [] }) {
      const { ciphertext: encrypted, uid, ...rest } = request;
      return { plaintext: await kms.decrypt(uid, { encrypted, ...rest }) };
    },
  };
  const service = Object.fromEntries(
    Object.entries(METHODS).map(([name, [request, response]]) => [
      name,
      {
        path: `/v2.KeyManagementService/${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        requestStream: false,
        responseStream: false,
        requestSerialize: (value: object) => request.encode(value),
        requestDeserialize: (value: Buffer) => request.decode(value),
        responseSerialize: (value: object) => response.encode(value),
        responseDeserialize: (value: Buffer) => response.decode(value),
      },
    ]),
  );
  const answering =
    (handler: Handler) => (call: { request: never }, answer: (error: object | null, value?: object) => void) => {
      handler(call.request).then(
        (value) => answer(null, value),
        (error: Error) => answer({ code: status.UNAVAILABLE, details: error.message }),
      );
    };
  server.addService(
    service,
    Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, answering(handler)])) as never,
  );
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve() : reject(error),
    ),
  );
  return { kms, stop: () => server.forceShutdown() };
}
