import type { ApiObject } from "../../../../shared/object.ts";
import { readBoolean } from "../../../ground/formats/wording/booleanText.ts";
import type { Container, PodSpec } from "./podSpec.ts";

/** Whether the pods of an account may use only the secrets that it lists. @param annotation its name */
export const limitsSecrets = (account: ApiObject, annotation: string): boolean =>
  readBoolean(account.metadata.annotations?.[annotation] ?? "") === true;

/** Why an account that limits secrets does not let a pod use one; undefined when it does. Returns the first reason. */
export function secretRefusal(account: ApiObject, spec: PodSpec): string | undefined {
  const allowed = namesIn(account, "secrets");
  const message = `is not allowed because service account ${account.metadata.name ?? ""} does not reference that`;
  for (const { secret } of spec.volumes ?? []) {
    if (secret === undefined) continue;
    const name = secret.secretName ?? "";
    if (!allowed.has(name)) return `volume with secret.secretName="${name}" ${message} secret`;
  }
  const inContainer =
    containersRefusal(account, "init container", spec.initContainers) ??
    containersRefusal(account, "container", spec.containers);
  if (inContainer !== undefined) return inContainer;
  const pullSecrets = namesIn(account, "imagePullSecrets");
  const i = (spec.imagePullSecrets ?? []).findIndex(({ name }) => !pullSecrets.has(name));
  return i < 0
    ? undefined
    : `imagePullSecrets[${i}].name="${spec.imagePullSecrets?.[i]?.name}" ${message} imagePullSecret`;
}

/** The same for environment variables of containers. @param kind the kind of container in the message */
export function containersRefusal(
  account: ApiObject,
  kind: string,
  containers: readonly Container[] | undefined,
): string | undefined {
  const allowed = namesIn(account, "secrets");
  const refused = (container: Container, where: string, secret: string): string =>
    `${kind} ${container.name} with ${where} referencing secret.secretName="${secret}" is not allowed because service ` +
    `account ${account.metadata.name ?? ""} does not reference that secret`;
  for (const container of containers ?? []) {
    for (const { name, valueFrom } of container.env ?? []) {
      const secret = valueFrom?.secretKeyRef?.name ?? "";
      if (valueFrom?.secretKeyRef && !allowed.has(secret)) return refused(container, `envVar ${name}`, secret);
    }
    for (const { secretRef } of container.envFrom ?? []) {
      const secret = secretRef?.name ?? "";
      if (secretRef && !allowed.has(secret)) return refused(container, "envFrom", secret);
    }
  }
  return undefined;
}

const namesIn = (account: ApiObject, list: "secrets" | "imagePullSecrets"): ReadonlySet<string> =>
  new Set(((account[list] ?? []) as { name?: string }[]).map(({ name }) => name ?? ""));
