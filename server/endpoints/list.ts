import type { Answer, RequestContext } from "../http/context.ts";
import { encodeList } from "./listAnswer.ts";
import { parseListOptions } from "./listOptions.ts";
import { readPage } from "./listPage.ts";
import { negotiateObject } from "./objectAnswer.ts";
import { parseSelection } from "./selection.ts";
import type { Services } from "./services.ts";
import type { Target } from "./target.ts";

/** GET of a collection: consistent, paged, as the client wants to see it. */
export async function list(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource } = target;
  const negotiated = negotiateObject(services, context, { collection: true, resource });
  const options = parseListOptions(context.query, false, services.vocabulary);
  const page = await readPage(services, target, options, parseSelection(context.query, resource));
  return encodeList(services, context, resource, negotiated, page);
}
