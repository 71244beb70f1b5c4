import type { Vocabulary } from "../../../shared/vocabulary.ts";

/** The protocol of numbered channels over WebSocket, in its versions. */
export interface ChannelProtocol {
  /** From 4 on, the error channel carries the outcome of the command; from 5 on, clients can end a channel. */
  readonly version: number;
  /** Messages are text: a digit, and base64. */
  readonly isText: boolean;
}

const VERSIONS = [5, 4, 3, 2, 1];

/**
 * The names of the protocol's versions, the newest first; without a name it is version 1.
 * @param newest version that is spoken
 */
export function channelProtocols(vocabulary: Vocabulary, newest = 5): ReadonlyMap<string, ChannelProtocol> {
  const named = VERSIONS.filter((version) => version <= newest).flatMap((version): [string, ChannelProtocol][] => {
    const prefix = version === 1 ? "" : `v${version}.`;
    const base = vocabulary.render("channel.{domain}");
    return [
      [`${prefix}${base}`, { version, isText: false }],
      [`base64.${prefix}${base}`, { version, isText: true }],
      // The order in which the reference spells the later ones.
      [`${prefix}base64.${base}`, { version, isText: true }],
    ];
  });
  return new Map([...named, ["", { version: 1, isText: false }]]);
}

/** A message of a channel. */
export interface ChannelMessage {
  readonly channel: number;
  readonly bytes: Buffer;
}

/** @returns undefined for what is no message of the protocol */
export function readMessage(message: Buffer, { isText }: ChannelProtocol): ChannelMessage | undefined {
  const first = message[0];
  if (first === undefined) return undefined;
  if (!isText) return { channel: first, bytes: message.subarray(1) };
  const channel = first - 0x30;
  if (channel < 0 || channel > 9) return undefined;
  return { channel, bytes: Buffer.from(message.subarray(1).toString("latin1"), "base64") };
}

export function channelMessage(channel: number, bytes: Uint8Array, { isText }: ChannelProtocol): Uint8Array | string {
  if (isText) return `${channel}${Buffer.from(bytes).toString("base64")}`;
  return Buffer.concat([Buffer.of(channel), bytes]);
}
