import { useRefusal } from "../access/refusals/useRefusal.ts";

const NAMESPACES = { group: "", resource: "namespaces", verbs: ["create"] };

/** Why the user may not load content: all of it begins with a namespace. Undefined when they may, or while unknown. */
export const useLoadRefusal = (): string | undefined => useRefusal(NAMESPACES, ["create"], [{ namespace: "" }]);
