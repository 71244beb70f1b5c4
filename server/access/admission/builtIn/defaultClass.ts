import type { ApiObject } from "../../../../shared/object.ts";

/** The class marked as default by an annotation. Of several, the newest one, then the first by name. */
export function defaultClass(classes: Iterable<ApiObject>, annotations: readonly string[]): ApiObject | undefined {
  const marked = [...classes].filter((item) =>
    annotations.some((annotation) => item.metadata.annotations?.[annotation] === "true"),
  );
  const created = (item: ApiObject): string => item.metadata.creationTimestamp ?? "";
  const name = (item: ApiObject): string => item.metadata.name ?? "";
  return marked.sort((a, b) => compare(created(b), created(a)) || compare(name(a), name(b)))[0];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
