import type { WriteRequest } from "./write.ts";

/** The attributes for asking authorizers when a write needs a permission beyond that of the request itself. */
export const writeAttributes = ({ resource, context, name }: WriteRequest, verb: string) =>
  ({
    resourceRequest: true,
    verb,
    group: resource.group,
    version: resource.version,
    resource: resource.resource,
    subresource: "",
    namespace: context.namespace,
    name,
  }) as const;
