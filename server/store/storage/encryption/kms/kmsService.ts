import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { bytes, Message, many, nested, text } from "../../grpc/message.ts";
import { type Method, method } from "../../grpc/method.ts";
import { type Annotation, annotationType, type KeySource } from "./encryptedObject.ts";

/** The status that a plug-in reports. */
export interface KmsStatus {
  /** Version of its interface: `v2`, or `v2beta1`, which is the same. */
  readonly version: string;
  /** `ok`, or an error message. */
  readonly healthz: string;
  /** Id of the key with which it encrypts now. */
  readonly keyId: string;
}

/** A plug-in that encrypts keys (KMS, version 2). Error messages are those of the reference's connections. */
export interface KmsService {
  status(): Promise<KmsStatus>;
  /** @param uid identifies the call in the logs of both sides */
  encrypt(uid: string, plain: Uint8Array): Promise<Omit<KeySource, "type">>;
  decrypt(uid: string, source: Omit<KeySource, "type">): Promise<Uint8Array>;
  close(): void;
}

const annotations = many(nested(4, annotationType));

/** The methods and their field numbers are those of the interface `v2.KeyManagementService`. */
const SERVICE = "/v2.KeyManagementService";
export const KMS_METHODS = {
  status: method(
    `${SERVICE}/Status`,
    new Message({}),
    new Message({ version: text(1), healthz: text(2), keyId: text(3) }),
  ),
  encrypt: method(
    `${SERVICE}/Encrypt`,
    new Message({ plaintext: bytes(1), uid: text(2) }),
    new Message({ ciphertext: bytes(1), keyId: text(2), annotations: many(nested(3, annotationType)) }),
  ),
  decrypt: method(
    `${SERVICE}/Decrypt`,
    new Message({ ciphertext: bytes(1), uid: text(2), keyId: text(3), annotations }),
    new Message({ plaintext: bytes(1) }),
  ),
} as const;

/** Called after each call: with the method's path, the status code (`OK`, `Unavailable` …), and the duration. */
export type NoteCall = (method: string, code: string, seconds: number) => void;

/**
 * The plug-in at a socket of the file system. Connects with the first call.
 * @param socket path of the socket
 * @param timeout milliseconds for one call, including the time to connect if necessary
 */
export function kmsService(socket: string, timeout: number, note: NoteCall = () => {}): KmsService {
  const client = new Client(`unix:${socket}`, credentials.createInsecure(), {
    "grpc.default_authority": "localhost",
    "grpc.use_local_subchannel_pool": 1,
    "grpc.enable_retries": 0,
    "grpc.service_config_disable_resolution": 1,
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1000,
  });
  const metadata = new Metadata({ waitForReady: true });
  const ask = <Q, A>({ path, encode, decode }: Method<Q, A>, request: Q): Promise<A> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      client.makeUnaryRequest(
        path,
        encode,
        decode,
        request,
        metadata,
        { deadline: Date.now() + timeout },
        (error, answer) => {
          note(path, error === null ? "OK" : codeName(error.code), (performance.now() - start) / 1000);
          if (error !== null || answer === undefined) reject(new Error(errorText(error)));
          else resolve(answer);
        },
      );
    });
  return {
    status: () => ask(KMS_METHODS.status, {}),
    async encrypt(uid, plaintext) {
      const answer = await ask(KMS_METHODS.encrypt, { plaintext, uid });
      return { keyId: answer.keyId, encrypted: answer.ciphertext, annotations: answer.annotations as Annotation[] };
    },
    async decrypt(uid, { encrypted, keyId, annotations: given }) {
      return (await ask(KMS_METHODS.decrypt, { ciphertext: encrypted, uid, keyId, annotations: given })).plaintext;
    },
    close: () => client.close(),
  };
}

function errorText(error: ServiceError | null): string {
  if (error === null) return "rpc error: code = Internal desc = no answer";
  return `rpc error: code = ${codeName(error.code)} desc = ${codeDetail(error)}`;
}

/** Converts `DEADLINE_EXCEEDED` to `DeadlineExceeded`. */
function codeName(code: status): string {
  if (code === status.CANCELLED) return "Canceled";
  return (status[code] ?? "Unknown")
    .toLowerCase()
    .replace(/(?:^|_)([a-z])/g, (_part, letter: string) => letter.toUpperCase());
}

const codeDetail = ({ code, details }: ServiceError): string =>
  code === status.DEADLINE_EXCEEDED ? "context deadline exceeded" : details;
