import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { bytes, Message, text } from "../../grpc/message.ts";
import { method } from "../../grpc/method.ts";
import { TimeLimit } from "../../grpc/timeLimit.ts";
import type { KmsConnection } from "./kmsConnection.ts";

/** A plug-in that encrypts keys (KMS, version 1). */
export interface KmsServiceV1 {
  /** @returns the encrypted key, which only the plug-in can decrypt */
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

/** Version of the interface, part of every request and of the response to a version request. */
const VERSION = "v1beta1";

/**
 * Calls the plug-in over `connection`. Until the plug-in's version has been checked successfully, each call is preceded
 * by a check.
 * @param timeout milliseconds for a call, including the version check
 */
export function kmsServiceV1({ ask, close }: KmsConnection, timeout: number): KmsServiceV1 {
  let isChecked = false;
  /** Checks the version if necessary. @returns the time that is left for the following call */
  const agree = async (): Promise<TimeLimit> => {
    const time = new TimeLimit(timeout);
    if (isChecked) return time;
    const response = await ask(KMS_V1_METHODS.version, { version: VERSION }, time).catch((error) => {
      throw new Error(`failed get version from remote KMS provider: ${messageOf(error)}`);
    });
    if (response.version !== VERSION) {
      throw new Error(
        `KMS provider api version ${response.version} is not supported, only ${VERSION} is supported now`,
      );
    }
    isChecked = true;
    return time;
  };
  return {
    async encrypt(plain) {
      const time = await agree();
      return (await ask(KMS_V1_METHODS.encrypt, { version: VERSION, plain }, time)).cipher;
    },
    async decrypt(cipher) {
      const time = await agree();
      return (await ask(KMS_V1_METHODS.decrypt, { version: VERSION, cipher }, time)).plain;
    },
    close,
  };
}
