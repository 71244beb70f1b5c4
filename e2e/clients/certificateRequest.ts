import { generateKeyPairSync, sign } from "node:crypto";

/** DER of an element whose content is under 64 KiB. */
function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);

const COMMON_NAME = Buffer.from("0603550403", "hex");
const ORGANIZATION = Buffer.from("060355040a", "hex");
const ECDSA_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const VERSION = Buffer.from("020100", "hex");

const field = (id: Uint8Array, value: string): Buffer => element(0x31, sequence(id, element(0x0c, Buffer.from(value))));

const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? []
  ).join("\n")}\n-----END ${label}-----\n`;

/** A new key (P-256) and a certificate request (PKCS #10) for it, both PEM. */
export function certificateRequest(commonName: string, organization: string): { key: string; request: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = sequence(field(ORGANIZATION, organization), field(COMMON_NAME, commonName));
  const information = sequence(VERSION, subject, publicKey.export({ type: "spki", format: "der" }), element(0xa0));
  const signature = element(0x03, Buffer.from([0]), sign("sha256", information, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    request: pem("CERTIFICATE REQUEST", sequence(information, sequence(ECDSA_SHA256), signature)),
  };
}
