import { ApiError, forbidden, internalError, pathNotFound } from "../../../../../shared/status.ts";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { plainText, response } from "../pages.ts";
import type { Program, ProgramStart, TlsIdentity } from "../program.ts";
import { server } from "../server.ts";
import { discoveryDocument, SAMPLE_GROUP, targetOf } from "./sampleKinds.ts";
import { SampleObjects } from "./sampleObjects.ts";
import { answerFor } from "./sampleRequests.ts";

const HEALTH = new Set(["/healthz", "/livez", "/readyz"]);
const JSON_TYPE = "application/json";
const PORT = 443;

/**
 * The reference's sample API server, which serves an API group behind the aggregator. It keeps its objects in memory.
 * It trusts the user that the aggregator's request names, and does no authorization.
 * @param tls the certificate and the key that its options name
 */
export const sampleApi = (port: number | undefined, tls: (start: ProgramStart) => Promise<TlsIdentity>): Program => ({
  start(start) {
    const { time } = start;
    const objects = new SampleObjects(() => time.now());
    const handle = async (request: PodRequest): Promise<PodResponse> => {
      try {
        return await answer(request, { objects, time });
      } catch (error) {
        const { code, status } = error instanceof ApiError ? error : internalError(messageOf(error));
        return response(code, JSON_TYPE, JSON.stringify(status));
      }
    };
    const at = port ?? PORT;
    return server({ ports: [at], handle, tls, lines: () => [`Serving securely on [::]:${at}`] }).start(start);
  },
});

async function answer(
  request: PodRequest,
  parts: { readonly objects: SampleObjects; readonly time: ProgramStart["time"] },
): Promise<PodResponse> {
  const { pathname } = new URL(request.path, "http://sample");
  if (HEALTH.has(pathname)) return plainText(200, "ok");
  if ((request.headers["x-remote-user"] ?? "") === "") {
    const user = "system:anonymous";
    throw forbidden(
      { group: SAMPLE_GROUP, resource: "" },
      "",
      `User ${JSON.stringify(user)} cannot ask for ${pathname}`,
    );
  }
  const document = request.method === "GET" ? discoveryDocument(pathname) : undefined;
  if (document !== undefined) return response(200, JSON_TYPE, JSON.stringify(document));
  const target = targetOf(pathname);
  if (target === undefined) throw pathNotFound();
  const { status, documents } = await answerFor(target, request, parts);
  return response(status, JSON_TYPE, documents.map((each) => `${JSON.stringify(each)}\n`).join(""));
}
