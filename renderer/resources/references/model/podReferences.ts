import { at, type Fields, fieldsAt, listAt, textAt } from "../../kinds/read.ts";

/** The purpose for which a pod uses an object. */
export type PodUse = "mounts" | "envOf" | "pullsWith" | "runsAs";

/** An object in its namespace that a pod needs. */
export interface PodReference {
  readonly kind: "ConfigMap" | "Secret" | "PersistentVolumeClaim" | "ServiceAccount";
  readonly name: string;
  readonly relation: PodUse;
  /** Whether pods can start without the object. */
  readonly optional: boolean;
  /** Name of the container or volume that needs the object; empty for the pod itself. */
  readonly where: string;
}

/** Name of the volume with the token, which the API server adds to every pod. */
const OF_THE_SERVER = /^[a-z0-9]+-api-access-/;

/** The references in the `spec` of a pod or of a template, in field order. */
export function podReferences(spec: unknown): PodReference[] {
  const references: PodReference[] = [];
  const refer = (
    kind: PodReference["kind"],
    relation: PodUse,
    source: unknown,
    { field = "name", where = "" }: { field?: string; where?: string } = {},
  ): void => {
    const name = textAt(source, field);
    if (name !== "") references.push({ kind, name, relation, optional: textAt(source, "optional") === "true", where });
  };
  refer("ServiceAccount", "runsAs", spec, { field: "serviceAccountName" });
  for (const secret of listAt(spec, "imagePullSecrets")) refer("Secret", "pullsWith", secret);
  for (const volume of listAt(spec, "volumes")) {
    const where = textAt(volume, "name");
    if (OF_THE_SERVER.test(where)) continue;
    refer("PersistentVolumeClaim", "mounts", volume["persistentVolumeClaim"], { field: "claimName", where });
    refer("ConfigMap", "mounts", volume["configMap"], { where });
    refer("Secret", "mounts", volume["secret"], { field: "secretName", where });
    for (const secret of driverSecrets(volume)) refer("Secret", "mounts", secret, { where });
    for (const source of listAt(volume, "projected.sources")) {
      refer("ConfigMap", "mounts", source["configMap"], { where });
      refer("Secret", "mounts", source["secret"], { where });
    }
  }
  for (const container of containersIn(spec)) {
    const where = textAt(container, "name");
    for (const source of listAt(container, "envFrom")) {
      refer("ConfigMap", "envOf", source["configMapRef"], { where });
      refer("Secret", "envOf", source["secretRef"], { where });
    }
    for (const { valueFrom } of listAt(container, "env")) {
      refer("ConfigMap", "envOf", at(valueFrom, "configMapKeyRef"), { where });
      refer("Secret", "envOf", at(valueFrom, "secretKeyRef"), { where });
    }
  }
  return references;
}

/** The containers of a pod's spec, including ephemeral ones. */
const containersIn = (spec: unknown): Fields[] =>
  ["initContainers", "containers", "ephemeralContainers"].flatMap((field) => listAt(spec, field));

/** The secrets for drivers of volume sources, named in `secretRef` or `nodePublishSecretRef`. */
const driverSecrets = (volume: Fields): unknown[] =>
  Object.keys(volume).flatMap((source) => {
    const fields = fieldsAt(volume, source);
    return [fields["secretRef"], fields["nodePublishSecretRef"]].filter((each) => each !== undefined);
  });
