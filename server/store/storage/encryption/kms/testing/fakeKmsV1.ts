import type { KmsServiceV1 } from "../kmsServiceV1.ts";

/** A plug-in of version 1 in this process, whose "encryption" turns bytes around and numbers what it encrypts. */
export interface FakeKmsV1 extends KmsServiceV1 {
  /** Set to let every call fail. */
  down: Error | undefined;
  /** How often it was asked. */
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
