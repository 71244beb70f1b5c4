import type { WriteRequest } from "./write.ts";

/** What authorizers are asked about when the object of a write needs a permission besides the one of the request itself. */
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
