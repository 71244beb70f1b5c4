import type { KmsServiceV1 } from "../kmsServiceV1.ts";

/** A plug-in of version 1 in this process. Its "encryption" inverts the bytes and prepends a sequence number. */
export interface FakeKmsV1 extends KmsServiceV1 {
  /** When set, every call fails with this error. */
  down: Error | undefined;
  /** Numbers of calls. */
  readonly asked: { encrypt: number; decrypt: number };
}

export const fakeKmsV1 = (): FakeKmsV1 => {
  const kms: FakeKmsV1 = {
    down: undefined,
    asked: { encrypt: 0, decrypt: 0 },
    async encrypt(plain) {
      count("encrypt");
      return Uint8Array.of(kms.asked.encrypt, ...turned(plain));
    },
    async decrypt(encrypted) {
      count("decrypt");
      return turned(encrypted.subarray(1));
    },
    close: () => undefined,
  };
  const count = (what: keyof FakeKmsV1["asked"]): void => {
    kms.asked[what] += 1;
    if (kms.down !== undefined) throw kms.down;
  };
  return kms;
};

const turned = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes, (byte) => byte ^ 0xff);
