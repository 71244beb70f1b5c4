import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import { bytes, Message, many, nested, text } from "../../../grpc/message.ts";
import { type FakeKms, fakeKms } from "./fakeKms.ts";
import { type FakeKmsV1, fakeKmsV1 } from "./fakeKmsV1.ts";

/** A plug-in that listens at a socket, for servers under test. */
export interface KmsServer<Kms = FakeKms> {
  readonly kms: Kms;
  stop(): void;
}

type Handler = (request: never) => Promise<object>;

const annotation = new Message({ key: text(1), value: bytes(2) });
type Methods = Readonly<Record<string, readonly [request: Message<object>, response: Message<object>]>>;

const METHODS: Methods = {
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
const METHODS_V1: Methods = {
  version: [new Message({ version: text(1) }), new Message({ version: text(1), runtimeName: text(2) })],
  encrypt: [new Message({ version: text(1), plain: bytes(2) }), new Message({ cipher: bytes(1) })],
  decrypt: [new Message({ version: text(1), cipher: bytes(2) }), new Message({ plain: bytes(1) })],
};

/** Starts the plug-in. @param socket path at which nothing exists yet @param kms default: a new one */
export async function startKmsServer(socket: string, kms = fakeKms()): Promise<KmsServer> {
  const stop = await serve(socket, "v2.KeyManagementService", METHODS, {
    status: () => kms.status(),
    async encrypt({ plaintext, uid }: { plaintext: Uint8Array; uid: string }) {
      const { encrypted: ciphertext, ...rest } = await kms.encrypt(uid, plaintext);
      return { ciphertext, ...rest };
    },
    async decrypt(request: { ciphertext: Uint8Array; uid: string; keyId: string; annotations: [] }) {
      const { ciphertext: encrypted, uid, ...rest } = request;
      return { plaintext: await kms.decrypt(uid, { encrypted, ...rest }) };
    },
  });
  return { kms, stop };
}

/** Starts a plug-in of version 1. @param version the version that it reports */
export async function startKmsServerV1(
  socket: string,
  kms = fakeKmsV1(),
  version = "v1beta1",
): Promise<KmsServer<FakeKmsV1>> {
  const stop = await serve(socket, "v1beta1.KeyManagementService", METHODS_V1, {
    version: async () => ({ version, runtimeName: "fake" }),
    encrypt: async ({ plain }: { plain: Uint8Array }) => ({ cipher: await kms.encrypt(plain) }),
    decrypt: async ({ cipher }: { cipher: Uint8Array }) => ({ plain: await kms.decrypt(cipher) }),
  });
  return { kms, stop };
}

/** @returns a function that stops the server */
async function serve(
  socket: string,
  serviceName: string,
  methods: Methods,
  handlers: Readonly<Record<string, Handler>>,
): Promise<() => void> {
  const server = new Server();
  const service = Object.fromEntries(
    Object.entries(methods).map(([name, [request, response]]) => [
      name,
      {
        path: `/${serviceName}/${name.charAt(0).toUpperCase()}${name.slice(1)}`,
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
  return () => server.forceShutdown();
}
