import https from "node:https";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import { AGGREGATOR, fetchDocument, probe } from "./fetchDocument.ts";
import { RemoteService } from "./remoteService.ts";
import { extensionIdentity } from "./testing/extensionServer.ts";

/** A service that resolves to an address once and is gone afterwards; nothing listens at the address. */
function vanishing(): RemoteService {
  let asked = 0;
  const resolve = () => {
    asked += 1;
    if (asked > 1) throw new Error('service "gone" not found');
    return { host: "10.244.0.9", port: 443, dial: () => undefined };
  };
  const spec = { service: { namespace: "default", name: "gone" }, insecureSkipTLSVerify: true };
  return new RemoteService(spec as never, { resolve, frontProxy: { credentials: undefined } });
}

const refused = new WebhookError(
  "connection",
  'Get "https://10.244.0.9:443/apis": dial tcp 10.244.0.9:443: connect: connection refused',
);

it("reports why an aggregated server does not respond, also when its service is gone meanwhile", async () => {
  const options = { identity: AGGREGATOR, accept: "application/json", limit: 1000, time: 1000 };
  await expect(fetchDocument(vanishing(), "/apis", options)).rejects.toEqual(refused);
  await expect(probe(vanishing(), "/apis", 1000)).rejects.toEqual(refused);
});

it("reports an aggregated server that switches to another protocol", async () => {
  const { certificate: cert, key } = await extensionIdentity(["gone.default.svc"]);
  const server = https.createServer({ cert, key }, ({ socket }) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const spec = { service: { namespace: "default", name: "gone" }, insecureSkipTLSVerify: true };
  const resolve = () => ({ host: "127.0.0.1", port });
  const service = new RemoteService(spec as never, { resolve, frontProxy: { credentials: undefined } });
  const options = { identity: AGGREGATOR, accept: "application/json", limit: 1000, time: 60_000 };
  const why = `Get "https://127.0.0.1:${port}/apis": unexpected switch to the protocol "x"`;
  await expect(fetchDocument(service, "/apis", options)).rejects.toThrow(why);
  await expect(probe(service, "/apis", 60_000)).rejects.toThrow(why);
  server.close();
});
