import type { Services } from "../../api/registry/services.ts";
import { localApiServices } from "../../api/resources/apiregistration/defaults.ts";
import type { Foundation } from "./foundation.ts";

/**
 * Returns a function that tells whether all group versions that this server serves itself have had APIServices: until
 * then, discovery may lack some. Undefined if no component creates APIServices.
 */
export function apiServicesRegistered(
  { vocabulary, options }: Foundation,
  { catalog, hub }: Pick<Services, "catalog" | "hub">,
): (() => boolean) | undefined {
  const group = vocabulary.render("apiregistration.{domain}");
  if (options.readOnly || !catalog.hasGroupVersion(group, "v1")) return undefined;
  const place = { group, resource: "apiservices" };
  const served = localApiServices((of, version) => catalog.hasGroupVersion(vocabulary.render(of), version));
  const missing = new Set(served.map(({ metadata }) => vocabulary.render(metadata.name ?? "")));
  return () => {
    for (const name of missing) if (hub.isStored(place, "", name)) missing.delete(name);
    return missing.size === 0;
  };
}
