import { notFound } from "../../../../shared/status.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/** An annotation of a namespace. @throws ApiError 404 when the namespace does not exist */
export function namespaceAnnotation(reader: ObjectReader, namespace: string, annotation: string): string | undefined {
  const found = reader.get(NAMESPACES, "", namespace);
  if (found === undefined) throw notFound(NAMESPACES, namespace);
  return found.metadata.annotations?.[annotation];
}
