import { bytes, Message, many, nested, text } from "../../grpc/message.ts";
import { method } from "../../grpc/method.ts";
import { type Annotation, annotationType, type KeySource } from "./encryptedObject.ts";
import type { KmsConnection } from "./kmsConnection.ts";

/** The status that a plug-in reports. */
export interface KmsStatus {
  /** Version of the plug-in's interface: `v2`, or the equivalent `v2beta1`. */
  readonly version: string;
  /** `ok`, or an error message. */
  readonly healthz: string;
  /** Id of the key with which the plug-in currently encrypts. */
  readonly keyId: string;
}

/** A plug-in that encrypts keys (KMS, version 2). */
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

/** Calls the plug-in over `connection`. */
export const kmsService = ({ ask, close }: KmsConnection): KmsService => ({
  status: () => ask(KMS_METHODS.status, {}),
  async encrypt(uid, plaintext) {
    const answer = await ask(KMS_METHODS.encrypt, { plaintext, uid });
    return { keyId: answer.keyId, encrypted: answer.ciphertext, annotations: answer.annotations as Annotation[] };
  },
  async decrypt(uid, { encrypted, keyId, annotations: given }) {
    return (await ask(KMS_METHODS.decrypt, { ciphertext: encrypted, uid, keyId, annotations: given })).plaintext;
  },
  close,
});
