import { deepEqual } from "../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { familyOf } from "../../ground/formats/addresses/addresses.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";

export interface ApiEndpointsParts {
  readonly client: Pick<ApiClient, "create" | "update" | "delete">;
  readonly reader: Pick<ObjectReader, "get">;
  readonly vocabulary: Vocabulary;
  /** The port of all servers. */
  readonly port: number;
}

/**
 * Updates the Endpoints and the EndpointSlice of the API's own service to these addresses. Objects that are already
 * right are left alone, and conflicts with another server are ignored. A slice contains addresses of one family: of
 * IPv6 when there are no others.
 *
 * @param addresses at least one; those of other servers may have another family while the cluster's family is being
 * changed
 */
export async function publishApiEndpoints(parts: ApiEndpointsParts, addresses: readonly string[]): Promise<void> {
  const { vocabulary } = parts;
  const metadata = { name: vocabulary.render("{product}"), namespace: "default" };
  // The order in which the reference packs them.
  const sorted = [...new Set(addresses)].sort();
  const endpoints: DesiredEndpoints = {
    group: "",
    resource: "endpoints",
    label: [vocabulary.render("endpointslice.{labelDomain}/skip-mirror"), "true"],
    object: {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata,
      subsets: [
        {
          addresses: sorted.map((ip) => ({ ip })),
          ports: [{ name: "https", port: parts.port, protocol: "TCP" }],
        },
      ],
    },
  };
  const group = vocabulary.render("discovery.{domain}");
  const addressType = sorted.every((ip) => familyOf(ip) === "IPv6") ? "IPv6" : "IPv4";
  const slice: DesiredEndpoints = {
    group,
    resource: "endpointslices",
    label: [vocabulary.render("{labelDomain}/service-name"), metadata.name],
    object: {
      apiVersion: `${group}/v1`,
      kind: "EndpointSlice",
      metadata,
      addressType,
      endpoints: sorted
        .filter((ip) => familyOf(ip) === addressType)
        .map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
      ports: [{ name: "https", port: parts.port, protocol: "TCP" }],
    },
  };
  await ensure(parts, endpoints);
  await ensure(parts, slice);
}

interface DesiredEndpoints {
  readonly group: string;
  readonly resource: string;
  readonly label: readonly [name: string, value: string];
  readonly object: ApiObject;
}

async function ensure({ client, reader }: ApiEndpointsParts, wanted: DesiredEndpoints): Promise<void> {
  const { group, resource, object } = wanted;
  const { namespace = "", name = "" } = object.metadata;
  const [label, value] = wanted.label;
  const ref = { group, version: "v1", resource, namespace };
  const current = reader.get({ group, resource }, namespace, name);
  const { metadata: _, ...content } = object;
  const createAnew = () =>
    client.create(ref, { ...object, metadata: { ...object.metadata, labels: { [label]: value } } });
  try {
    if (current === undefined) {
      await createAnew();
    } else if (current["addressType"] !== object["addressType"]) {
      // The address family of a slice is immutable, so it must be recreated.
      await client.delete({ ...ref, name }, current.metadata.uid === undefined ? {} : { uid: current.metadata.uid });
      await createAnew();
    } else {
      const labels = { ...current.metadata.labels, [label]: value };
      const next: ApiObject = { ...current, ...content, metadata: { ...current.metadata, labels } };
      if (!deepEqual(current, next)) await client.update({ ...ref, name }, next);
    }
  } catch (error) {
    if (!["AlreadyExists", "Conflict", "NotFound"].some((reason) => isApiError(error, reason))) throw error;
  }
}
