import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { bytes, Message, text } from "../../grpc/message.ts";
import { method } from "../../grpc/method.ts";
import type { KmsConnection } from "./kmsConnection.ts";

/** A plug-in that encrypts keys (KMS, version 1). */
export interface KmsServiceV1 {
  /** @returns the key as only the plug-in can read it */
  encrypt(plain: Uint8Array): Promise<Uint8Array>;
  decrypt(encrypted: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

/** The methods and the numbers of their fields are those of the interface `v1beta1.KeyManagementService`. */
const SERVICE = "/v1beta1.KeyManagementService";
export const KMS_V1_METHODS = {
  version: method(`${SERVICE}/Version`, new Message({ version: text(1) }), new Message({ version: text(1) })),
  encrypt: method(
    `${SERVICE}/Encrypt`,
    new Message({ version: text(1), plain: bytes(2) }),
    new Message({ cipher: bytes(1) }),
  ),
  decrypt: method(
    `${SERVICE}/Decrypt`,
    new Message({ version: text(1), cipher: bytes(2) }),
    new Message({ plain: bytes(1) }),
  ),
} as const;

/** Of the interface, as both sides tell each other. */
const VERSION = "v1beta1";

/**
 * Asks over `connection`. The plug-in tells its version before it gets anything else to do, until it once told the right one.
 * @param timeout milliseconds for a question, the one for the version included
 */
export function kmsServiceV1({ ask, close }: KmsConnection, timeout: number): KmsServiceV1 {
  let isChecked = false;
  /** @returns when the question that it stands before has to be answered, in milliseconds since the epoch */
  const agree = async (): Promise<number> => {
    const deadline = Date.now() + timeout;
    if (isChecked) return deadline;
    const told = await ask(KMS_V1_METHODS.version, { version: VERSION }, deadline).catch((error) => {
      throw new Error(`failed get version from remote KMS provider: ${messageOf(error)}`);
    });
    if (told.version !== VERSION) {
      throw new Error(`KMS provider api version ${told.version} is not supported, only ${VERSION} is supported now`);
    }
    isChecked = true;
    return deadline;
  };
  return {
    async encrypt(plain) {
      const deadline = await agree();
      return (await ask(KMS_V1_METHODS.encrypt, { version: VERSION, plain }, deadline)).cipher;
    },
    async decrypt(cipher) {
      const deadline = await agree();
      return (await ask(KMS_V1_METHODS.decrypt, { version: VERSION, cipher }, deadline)).plain;
    },
    close,
  };
}
