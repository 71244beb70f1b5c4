import { useQueries } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceType } from "../../api/resourceType.ts";
import { useViewAs, useViewAsText } from "../../api/viewAs.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useWriteRefusal } from "../../app/useWriteRefusal.ts";
import { ask } from "../questions/review.ts";
import { whoIs } from "../whoIs.ts";

/** The place of a change; without a name, any object in it. */
export interface Place {
  readonly namespace: string;
  readonly name?: string;
}

/**
 * Maximum number of places that the console checks with the server in advance; for more, the server decides when the
 * request is sent.
 */
const MAX_PLACES = 12;
/** Milliseconds for which an answer is reused, because rights seldom change. */
const STALE_TIME = 30_000;

/** One place per namespace, with the first of its objects; used to check the permissions for marked rows. */
export function placesOf(rows: readonly Place[]): Place[] {
  const first = new Map<string, Place>();
  for (const { namespace, name } of rows) {
    if (!first.has(namespace)) first.set(namespace, { namespace, ...(name === undefined ? {} : { name }) });
  }
  return [...first.values()];
}

/** The place of a new object of a kind; empty while no namespace is chosen. */
export const newPlaces = (type: ResourceType, namespace: string): Place[] =>
  type.namespaced && namespace === "" ? [] : [{ namespace: type.namespaced ? namespace : "" }];

/**
 * Why the user may not make a change, for a tooltip; undefined when they may, or while unknown. Asks for the identity
 * as which the console views the cluster.
 *
 * @param verbs one of them must be allowed
 * @param places one of them must be allowed; empty when the user chooses the place later
 * @param subresource the subresource to change; empty for the object itself
 */
export function useRefusal(
  type: Pick<ResourceType, "group" | "resource" | "verbs">,
  verbs: readonly string[],
  places: readonly Place[],
  subresource = "",
): string | undefined {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const readOnly = useWriteRefusal();
  const viewAsText = useViewAsText(cluster.id);
  const viewAs = useViewAs(cluster.id);
  const served = verbs.filter((verb) => type.verbs.includes(verb));
  const resource = type.group === "" ? type.resource : `${type.resource}.${type.group}`;
  const isAsked = readOnly === undefined && places.length <= MAX_PLACES;
  const questions = isAsked ? served.flatMap((verb) => places.map((place) => ({ verb, name: "", ...place }))) : [];
  const areAllDenied = useCallback(
    (answers: readonly { data: boolean | undefined }[]) =>
      answers.length > 0 && answers.every(({ data }) => data === false),
    [],
  );
  const denied = useQueries({
    queries: questions.map(({ verb, namespace, name }) => ({
      queryKey: ["mayI", cluster.id, viewAsText, resource, subresource, verb, namespace, name],
      queryFn: async () =>
        (
          await ask(cluster.id, vocabulary, {
            mode: "resource",
            verb,
            resource,
            subresource,
            name,
            namespace,
            path: "",
          })
        ).allowed,
      staleTime: STALE_TIME,
    })),
    combine: areAllDenied,
  });
  const [verb = ""] = served.length === 0 ? verbs : served;
  if (served.length === 0) return t("object.notAllowed", { verb, resource: type.resource });
  if (readOnly !== undefined) return readOnly;
  if (!denied) return undefined;
  return viewAs === undefined
    ? t("object.mayNot", { verb, resource: type.resource })
    : t("object.mayNotAs", { who: whoIs(viewAs, t), verb, resource: type.resource });
}
