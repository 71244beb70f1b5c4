import type { Scale } from "kubernetes-types/autoscaling/v1";
import type { CrossVersionObjectReference } from "kubernetes-types/autoscaling/v2";
import { type ApiObject, parseApiVersion } from "../../../../shared/object.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { ApiClient, ResourceReference } from "../../../api/client/apiClient.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";

/** The target of an autoscaler, as its scale subresource shows it. */
export interface ScaleTarget {
  /** The wanted number of pods. */
  readonly desired: number;
  /** The existing number of pods. */
  readonly existing: number;
  /** Its pod selector, as text; empty for none. */
  readonly selector: string;
  /** @throws ApiError */
  scaleTo(replicas: number): Promise<void>;
}

/** A target without a scale: the messages for conditions, Events and the log. */
export class NoTarget extends Error {
  readonly eventMessage: string;

  constructor(eventMessage: string, message: string) {
    super(message);
    this.eventMessage = eventMessage;
  }
}

/** @throws NoTarget */
export async function findTarget(
  client: ApiClient,
  namespace: string,
  { apiVersion = "", kind, name }: CrossVersionObjectReference,
): Promise<ScaleTarget> {
  const { group } = parseApiVersion(apiVersion);
  // Any version is fine: the first served one is used.
  const served = client.resources().filter((each) => each.group === group && each.kind === kind);
  const mapping = served.find(({ version }) => apiVersion.endsWith(version)) ?? served[0];
  if (mapping === undefined) {
    const eventMessage = `no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`;
    throw new NoTarget(eventMessage, `unable to determine resource for scale target reference: ${eventMessage}`);
  }
  const { version, resource } = mapping;
  const ref: ResourceReference = { group, version, resource, namespace, name, subresource: "scale" };
  let scale: ApiObject;
  try {
    scale = await client.get(ref);
  } catch (error) {
    const eventMessage = messageOf(error);
    throw new NoTarget(
      eventMessage,
      `failed to query scale subresource for ${kind}/${namespace}/${name}: ${eventMessage}`,
    );
  }
  const { spec, status } = decoded<Scale>(scale);
  return {
    desired: spec?.replicas ?? 0,
    existing: status?.replicas ?? 0,
    selector: status?.selector ?? "",
    async scaleTo(replicas) {
      await client.update(ref, { ...scale, spec: { ...spec, replicas } });
    },
  };
}
