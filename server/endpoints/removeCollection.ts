import { isApiError } from "../../shared/status.ts";
import type { Answer, RequestContext } from "../http/context.ts";
import { deleteObject } from "../registry/deletion.ts";
import { readPage } from "./list.ts";
import { encodeList } from "./listAnswer.ts";
import { parseListOptions } from "./listOptions.ts";
import { negotiateObject } from "./objectAnswer.ts";
import { readDeleteOptions } from "./remove.ts";
import { parseSelection } from "./selection.ts";
import { type Services, writeContext } from "./services.ts";
import type { Target } from "./target.ts";

/** DELETE of a collection: every selected object as if deleted by itself. Answers the list as it was. */
export async function removeCollection(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, namespace } = target;
  const negotiated = negotiateObject(services, context, { resource });
  const options = await readDeleteOptions(services, context);
  const listOptions = parseListOptions(context.query, false, services.vocabulary);
  const page = await readPage(services, target, listOptions, parseSelection(context.query, resource));
  await Promise.all(
    page.items.map(async (cached) => {
      const { name = "", namespace: objectNamespace = namespace } = cached.object.metadata;
      try {
        await deleteObject(
          services,
          {
            resource,
            subresource: "",
            context: writeContext(services, context, objectNamespace, options.dryRun),
            name,
            options: { ...options },
            strategy: resource.definition.strategy,
          },
          options,
        );
      } catch (error) {
        // Somebody else was faster: it is gone, which is what was asked for.
        if (!isApiError(error, "NotFound")) throw error;
      }
    }),
  );
  return encodeList(services, context, resource, negotiated, page);
}
