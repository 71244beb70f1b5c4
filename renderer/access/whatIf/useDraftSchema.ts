import { useMemo } from "react";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { useTextSchema } from "../../editor/schema/useTextSchema.ts";
import type { JsonSchema } from "../../editor/schema/validation.ts";
import { RBAC_KINDS } from "./parseDrafts.ts";

const KINDS = Object.keys(RBAC_KINDS);
const FALLBACK_SCHEMA: JsonSchema = {
  type: "object",
  required: ["apiVersion", "kind"],
  properties: { apiVersion: {}, kind: { enum: KINDS } },
};

/** The server's schema for roles and bindings; undefined while it is loading, null if the server has none. */
export function useDraftSchema(vocabulary: Vocabulary): JsonSchema | null | undefined {
  const kinds = useMemo(
    () => KINDS.map((kind) => ({ group: vocabulary.rbacGroup, version: "v1", kind })),
    [vocabulary],
  );
  return useTextSchema(kinds, FALLBACK_SCHEMA);
}
