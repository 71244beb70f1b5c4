import { useQuery } from "@tanstack/react-query";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { type JsonSchema, readSchemas } from "../../editor/kindSchema.ts";
import { schemaByKind } from "./draftSchema.ts";
import { RBAC_KINDS } from "./parseDrafts.ts";

/** The server's schema for roles and bindings; null while it is read, and where the server offers none. */
export function useDraftSchema(cluster: string, vocabulary: Vocabulary): JsonSchema | null {
  const kinds = Object.keys(RBAC_KINDS);
  const group = vocabulary.rbacGroup;
  const { data = null } = useQuery({
    queryKey: ["schema", cluster, group, "v1", "roles and bindings"],
    queryFn: async ({ signal }): Promise<JsonSchema | null> => {
      const read = await readSchemas(cluster, vocabulary, { group, version: "v1", kinds }, signal);
      const known = kinds.flatMap((kind, i): [string, JsonSchema][] => {
        const schema = read[i];
        return schema === undefined ? [] : [[kind, schema]];
      });
      return known.length === 0 ? null : schemaByKind(new Map(known));
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
  return data;
}
