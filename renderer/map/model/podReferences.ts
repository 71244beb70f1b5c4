import { listAt, textAt } from "../../resources/kinds/read.ts";
import type { Relation } from "./clusterMap.ts";

/** Something that a pod needs of its namespace. */
export interface PodReference {
  readonly kind: "ConfigMap" | "Secret" | "PersistentVolumeClaim" | "ServiceAccount";
  readonly name: string;
  readonly relation: Relation;
  /** Whether pods start without it. */
  readonly optional: boolean;
}

/** Volume that the API server adds to every pod, for its token. */
const OF_THE_SERVER = /^[a-z0-9]+-api-access-/;

/** The references of the `spec` of a pod or of a template. */
export function podReferences(spec: unknown): PodReference[] {
  const references: PodReference[] = [];
  const refer = (kind: PodReference["kind"], relation: Relation, source: unknown, field: string): void => {
    const name = textAt(source, field);
    if (name !== "") references.push({ kind, name, relation, optional: textAt(source, "optional") === "true" });
  };
  // Every pod names a service account; the account `default` needs no line.
  if (textAt(spec, "serviceAccountName") !== "default") refer("ServiceAccount", "runsAs", spec, "serviceAccountName");
  for (const secret of listAt(spec, "imagePullSecrets")) refer("Secret", "pullsWith", secret, "name");
  for (const volume of listAt(spec, "volumes")) {
    if (OF_THE_SERVER.test(textAt(volume, "name"))) continue;
    refer("PersistentVolumeClaim", "mounts", volume["persistentVolumeClaim"], "claimName");
    refer("ConfigMap", "mounts", volume["configMap"], "name");
    refer("Secret", "mounts", volume["secret"], "secretName");
    for (const source of listAt(volume, "projected.sources")) {
      refer("ConfigMap", "mounts", source["configMap"], "name");
      refer("Secret", "mounts", source["secret"], "name");
    }
  }
  for (const container of [...listAt(spec, "initContainers"), ...listAt(spec, "containers")]) {
    for (const source of listAt(container, "envFrom")) {
      refer("ConfigMap", "envOf", source["configMapRef"], "name");
      refer("Secret", "envOf", source["secretRef"], "name");
    }
    for (const { valueFrom } of listAt(container, "env")) {
      refer("ConfigMap", "envOf", fieldOf(valueFrom, "configMapKeyRef"), "name");
      refer("Secret", "envOf", fieldOf(valueFrom, "secretKeyRef"), "name");
    }
  }
  return references;
}

const fieldOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name];
