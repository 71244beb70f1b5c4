import type { KeySource } from "../encryptedObject.ts";
import type { KmsService, KmsStatus } from "../kmsService.ts";

/** A plug-in in this process whose "encryption" reverses bytes and remembers the key. */
export interface FakeKms extends KmsService {
  /** The status that it reports; tests may change it. */
  answer: KmsStatus;
  /** When set, every call fails with it. */
  down: Error | undefined;
  /** Number of calls by method. */
  readonly asked: { status: number; encrypt: number; decrypt: number };
}

export const fakeKms = (): FakeKms => {
  const kms: FakeKms = {
    answer: { version: "v2", healthz: "ok", keyId: "1" },
    down: undefined,
    asked: { status: 0, encrypt: 0, decrypt: 0 },
    async status() {
      count("status");
      return kms.answer;
    },
    async encrypt(_uid, plain) {
      count("encrypt");
      const annotations = [{ key: "version.kms.example.com", value: Buffer.from("1") }];
      return { keyId: kms.answer.keyId, encrypted: turned(plain), annotations };
    },
    async decrypt(_uid, { encrypted, keyId }: Omit<KeySource, "type">) {
      count("decrypt");
      if (keyId === "lost") throw new Error("rpc error: code = NotFound desc = no such key");
      return turned(encrypted);
    },
    close: () => undefined,
  };
  const count = (what: keyof FakeKms["asked"]): void => {
    kms.asked[what] += 1;
    if (kms.down !== undefined) throw kms.down;
  };
  return kms;
};

const turned = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes, (byte) => byte ^ 0xff);
