import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { negotiateObject } from "../answers/objectAnswer.ts";
import type { Target } from "../target.ts";
import { encodeList } from "./listAnswer.ts";
import { parseListOptions } from "./listOptions.ts";
import { readPage } from "./listPage.ts";
import { parseSelection } from "./selection.ts";

/** GET of a collection: consistent, paged, in the requested representation. */
export async function list(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource } = target;
  const negotiated = negotiateObject(services, context, { collection: true, resource });
  const options = parseListOptions(context.query, false, services);
  const page = await readPage(services, target, options, parseSelection(context.query, resource));
  return encodeList(services, context, resource, negotiated, page);
}
