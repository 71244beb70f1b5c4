import { createHash } from "node:crypto";
import { turnIfSpent } from "../../../ground/turns/turns.ts";
import { binaryOf, jsonOf, leavesOf, type Part } from "./documentPart.ts";

/** A document in its encoded form: chunks, most of which are shared with other documents. */
export interface EncodedDocument {
  readonly json: readonly Uint8Array[];
  /** Upper-case SHA-512 of the JSON form: the entity tag of both encodings, and the hash in links. */
  readonly hash: string;
  /** The binary form, encoded on first request. */
  protobuf(): Promise<readonly Uint8Array[]>;
}

/** Encodes a document once, and yields to the event loop in between. */
export async function encodeDocument(members: readonly Part[]): Promise<EncodedDocument> {
  const hash = createHash("sha512");
  const json: Uint8Array[] = [];
  for (const chunk of jsonOf(members)) {
    json.push(chunk);
    hash.update(chunk);
    await turnIfSpent();
  }
  let binary: Promise<readonly Uint8Array[]> | undefined;
  return {
    json,
    hash: hash.digest("hex").toUpperCase(),
    protobuf() {
      binary ??= encodeBinary(members);
      return binary;
    },
  };
}

async function encodeBinary(members: readonly Part[]): Promise<readonly Uint8Array[]> {
  for (const leaf of leavesOf(members)) {
    void leaf.binary;
    await turnIfSpent();
  }
  return [...binaryOf(members)];
}
