import type { Vocabulary } from "../../../shared/vocabulary.ts";

/** The protocol of numbered channels over WebSocket, in its versions. */
export interface ChannelProtocol {
  /**
   * From version 4 on, the error channel carries the command's outcome; from version 5 on, clients can close a channel.
   */
  readonly version: number;
  /** Whether messages are text: a digit, followed by base64. */
  readonly isText: boolean;
}

const VERSIONS = [5, 4, 3, 2, 1];

/**
 * The names of the protocol's versions, newest first; an empty name means version 1.
 * @param newest the newest supported version
 */
export function channelProtocols(vocabulary: Vocabulary, newest = 5): ReadonlyMap<string, ChannelProtocol> {
  const named = VERSIONS.filter((version) => version <= newest).flatMap((version): [string, ChannelProtocol][] => {
    const prefix = version === 1 ? "" : `v${version}.`;
    const base = vocabulary.render("channel.{domain}");
    return [
      [`${prefix}${base}`, { version, isText: false }],
      [`base64.${prefix}${base}`, { version, isText: true }],
      // The reference spells the names of later versions in this order.
      [`${prefix}base64.${base}`, { version, isText: true }],
    ];
  });
  return new Map([...named, ["", { version: 1, isText: false }]]);
}

/** A message on a channel. */
export interface ChannelMessage {
  readonly channel: number;
  readonly bytes: Buffer;
}

/** @returns undefined when the message is not valid in the protocol */
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
