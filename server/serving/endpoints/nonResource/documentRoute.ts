import { methodNotServed, notAcceptable, pathNotFound } from "../../../../shared/status.ts";
import { type Answer, header, type RequestContext } from "../../../ground/request/context.ts";
import { parseAccept } from "../../../model/encoding/mediaType.ts";
import type { PathHandler } from "./nonResource.ts";

/**
 * A route for one document in its only media type. Only GET for exactly this path, by clients that accept the type,
 * gets the document. The handler throws ApiError 404, 405 and 406, checked in this order.
 * @param type the media type without parameters
 */
export function documentRoute(
  path: string,
  type: string,
  read: (context: RequestContext) => Answer,
): readonly [string, PathHandler] {
  return [
    path,
    (context) => {
      if (context.path.replace(/\/$/, "") !== path) throw pathNotFound();
      if (context.method !== "GET") throw methodNotServed();
      const accept = header(context, "accept").trim();
      if (accept !== "" && !parseAccept(accept).some((range) => range.type === "*/*" || range.type === type)) {
        throw notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${type}`);
      }
      return read(context);
    },
  ];
}
