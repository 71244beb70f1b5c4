import { type Duplex, duplexPair } from "node:stream";
import { badRequest } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { type Features, isOn } from "../../api/registry/features.ts";
import { type Answer, header, type MessageSocket, type RequestContext } from "../../ground/request/context.ts";
import { plainText } from "../../ground/request/plainText.ts";
import { channelProtocols } from "./channelProtocols.ts";
import { CommandChannels } from "./commandChannels.ts";
import { CommandSpdy, expectedStreams, StreamGathering } from "./commandSpdy.ts";
import type { CommandStreams, RequestedStreams } from "./commandStreams.ts";
import type { Dial } from "./dial.ts";
import { messageDuplex } from "./messageDuplex.ts";
import { MAX_PORTS, servePortChannels } from "./portChannels.ts";
import { servePortSpdy } from "./portSpdy.ts";
import { SpdyConnection } from "./spdy/spdyConnection.ts";

const SPDY = "SPDY/3.1";
/** Milliseconds within which a client must open its streams. */
const STREAM_TIME = 30_000;

/** The settings that determine which protocols are supported. */
interface Speaker {
  readonly vocabulary: Vocabulary;
  readonly features: Features;
}

const isWebSocket = (context: RequestContext): boolean => header(context, "upgrade").toLowerCase() === "websocket";
const isSpdy = (context: RequestContext): boolean => header(context, "upgrade").toLowerCase() === SPDY.toLowerCase();

/**
 * Switches to the protocol for a command's streams that the client chooses: channels of a WebSocket, or SPDY streams.
 * @throws ApiError 400 for a request that does not ask for a protocol switch
 */
export function upgradeToCommand(
  context: RequestContext,
  { vocabulary, features }: Speaker,
  wanted: RequestedStreams,
  begin: (streams: CommandStreams) => void,
): Answer {
  if (isWebSocket(context)) {
    const protocols = channelProtocols(vocabulary, isOn(features, "TranslateStreamCloseWebsocketRequests") ? 5 : 4);
    return {
      status: 101,
      headers: {},
      protocols: [...protocols.keys()],
      talk: (socket) => begin(new CommandChannels(socket, protocols.get(socket.protocol) ?? FIRST, wanted)),
    };
  }
  requireSpdy(context);
  const offered = offeredProtocols(context);
  const versions = new Map([4, 3, 2, 1].map((version) => [nameOf(version, vocabulary), version]));
  const protocol = offered.length === 0 ? "" : offered.find((each) => versions.has(each));
  if (protocol === undefined) return unspoken(offered, [...versions.keys()]);
  const version = versions.get(protocol) ?? 1;
  return toSpdy(protocol, (carrier) => {
    const gathering = new StreamGathering(expectedStreams(wanted, version));
    const connection = new SpdyConnection(carrier, { onStream: (stream) => gathering.take(stream) });
    const late = setTimeout(() => connection.close(), STREAM_TIME);
    void connection.closed.then(() => clearTimeout(late));
    void gathering.all.then((streams) => {
      clearTimeout(late);
      begin(new CommandSpdy(connection, streams, version));
    });
  });
}

/**
 * Switches to the protocol for port forwarding that the client chooses: SPDY, SPDY inside of a WebSocket, or channels
 * of a WebSocket.
 * @param ports the ports that the request names, for channels
 * @throws ApiError 400 for a request that does not ask for a protocol switch, or names more ports than have channels
 */
export function upgradeToPorts(
  context: RequestContext,
  { vocabulary, features }: Speaker,
  ports: readonly number[],
  dial: Dial,
): Answer {
  const name = vocabulary.render("portforward.{domain}");
  const tunneled = isOn(features, "PortForwardWebsockets") ? [`${SPDY}+${name}`] : [];
  if (isWebSocket(context)) {
    if (ports.length > MAX_PORTS) throw badRequest(`at most ${MAX_PORTS} ports can be forwarded over a WebSocket`);
    const channels = channelProtocols(vocabulary);
    const talk = (socket: MessageSocket): void => {
      if (tunneled.includes(socket.protocol)) servePortSpdy(messageDuplex(socket), new Uint8Array(), dial);
      else servePortChannels(socket, channels.get(socket.protocol) ?? FIRST, ports, dial);
    };
    return { status: 101, headers: {}, protocols: [...tunneled, ...channels.keys()], talk };
  }
  requireSpdy(context);
  const offered = offeredProtocols(context);
  if (offered.length > 0 && !offered.includes(name)) return unspoken(offered, [name]);
  return toSpdy(offered.length === 0 ? "" : name, (carrier) => servePortSpdy(carrier, new Uint8Array(), dial));
}

const FIRST = { version: 1, isText: false };
const VERSION_HEADER = "x-stream-protocol-version";

/** @throws ApiError 400 */
function requireSpdy(context: RequestContext): void {
  if (!isSpdy(context)) throw badRequest("Upgrade request required");
}

const nameOf = (version: number, vocabulary: Vocabulary): string =>
  vocabulary.render(version === 1 ? "channel.{domain}" : `v${version}.channel.{domain}`);

/** The protocols that the client offers, in one header each or several in one. */
function offeredProtocols({ headers, headerValues }: RequestContext): string[] {
  const values = headerValues?.[VERSION_HEADER] ?? [headers[VERSION_HEADER] ?? ""].flat();
  return values.flatMap((value) => value.split(",")).flatMap((text) => text.trim() || []);
}

function unspoken(offered: readonly string[], spoken: readonly string[]): Answer {
  const quoted = (names: readonly string[]): string => `[${names.join(" ")}]`;
  const answer = plainText(
    `unable to upgrade: unable to negotiate protocol: client supports ${quoted(offered)}, server accepts ${quoted(spoken)}`,
    403,
  );
  return { ...answer, headers: { ...answer.headers, "x-accepted-stream-protocol-versions": spoken.join(", ") } };
}

function toSpdy(protocol: string, serve: (carrier: Duplex) => void): Answer {
  const [ours, theirs] = duplexPair();
  ours.on("close", () => theirs.destroy());
  theirs.on("close", () => ours.destroy());
  serve(ours);
  const chosen: Record<string, string> = protocol === "" ? {} : { [VERSION_HEADER]: protocol };
  return { status: 101, headers: { connection: "Upgrade", upgrade: SPDY, ...chosen }, tunnel: theirs };
}
