import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import type { Question } from "../../access/questions/review.ts";
import type { ResourceType } from "../../api/resourceType.ts";

/**
 * The questions what the user may do with the object: for the verbs of the object itself, and of each of its
 * subresources.
 */
export function questionsAbout(type: ResourceType, locator: ResourceLocator): Question[] {
  const resource = type.group === "" ? type.resource : `${type.resource}.${type.group}`;
  const base = { mode: "resource" as const, resource, namespace: locator.namespace ?? "", path: "" };
  const name = locator.name ?? "";
  const own = type.verbs
    .filter((verb) => verb !== "create" && verb !== "deletecollection")
    .map((verb) => ({ ...base, verb, subresource: "", name }));
  const subVerb = (sub: string): string[] =>
    sub === "log" ? ["get"] : ["status", "scale", "finalize"].includes(sub) ? ["get", "update", "patch"] : ["create"];
  const subs = type.subresources.flatMap((subresource) =>
    subVerb(subresource).map((verb) => ({ ...base, verb, subresource, name })),
  );
  return [...own, ...subs];
}
