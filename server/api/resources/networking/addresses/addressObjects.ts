/** IPAddress objects of services: what they look like, and how they are made and removed. */
import type { ApiObject } from "../../../../../shared/object.ts";
import { isApiError } from "../../../../../shared/status.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { familyOf } from "../../../../ground/formats/addresses/addresses.ts";
import type { ApiClient, ResourceReference } from "../../../client/apiClient.ts";
import type { Owner } from "../../../registry/allocation/allocator.ts";
import { decoded } from "../../../registry/strategies/narrow.ts";
import type { IPAddress, ParentReference } from "../ipAddressStrategy.ts";

/** The label that names the family of an address. */
const FAMILY_LABEL = "ipaddress.{labelDomain}/ip-family";
/** The label that names who keeps an address. */
const MANAGER_LABEL = "ipaddress.{labelDomain}/managed-by";
/** The addresses that the API server keeps for services have this manager. */
const MANAGER = "ipallocator.{domain}";

/** The resource of addresses. */
export const addressesRef = (vocabulary: Vocabulary): ResourceReference => ({
  group: vocabulary.render("networking.{domain}"),
  version: "v1beta1",
  resource: "ipaddresses",
});

/** The resource of ranges. */
export const rangesRef = (vocabulary: Vocabulary): ResourceReference => ({
  ...addressesRef(vocabulary),
  resource: "servicecidrs",
});

export const parentOf = (object: ApiObject): ParentReference | undefined => decoded<IPAddress>(object).spec?.parentRef;

/** Whether an address belongs to a service. */
export function isOfService(parent: ParentReference | undefined): boolean {
  return (parent?.group ?? "") === "" && parent?.resource === "services";
}

/** Whether an address belongs to this service. */
export const belongsTo = (parent: ParentReference | undefined, { namespace, name }: Owner): boolean =>
  isOfService(parent) && (parent?.namespace ?? "") === namespace && parent?.name === name;

/** Whether the API server keeps the address for a service. */
export const isManaged = ({ metadata }: ApiObject, vocabulary: Vocabulary): boolean =>
  metadata.labels?.[vocabulary.render(MANAGER_LABEL)] === vocabulary.render(MANAGER);

/** Whether an address that the API server keeps says so, and its family. */
export const isLabelled = (object: ApiObject, vocabulary: Vocabulary): boolean =>
  isManaged(object, vocabulary) &&
  object.metadata.labels?.[vocabulary.render(FAMILY_LABEL)] === familyOf(object.metadata.name ?? "");

/** The object for an address of a service. @param address in its usual text */
export function addressObject(vocabulary: Vocabulary, address: string, { namespace, name }: Owner): ApiObject {
  const { group, version } = addressesRef(vocabulary);
  return {
    apiVersion: `${group}/${version}`,
    kind: "IPAddress",
    metadata: {
      name: address,
      labels: {
        [vocabulary.render(FAMILY_LABEL)]: familyOf(address),
        [vocabulary.render(MANAGER_LABEL)]: vocabulary.render(MANAGER),
      },
    },
    spec: { parentRef: { group: "", resource: "services", namespace, name } },
  };
}

/** Addresses of services, as objects. Their names are the addresses, so that the store gives each to one service alone. */
export interface AddressObjects {
  /** @param address in its usual text. @returns false when it is there already */
  create(address: string, owner: Owner): Promise<boolean>;
  /** @returns false when it belongs to something else, and stays */
  remove(address: string, owner: Owner): Promise<boolean>;
}

export function addressObjects(vocabulary: Vocabulary, client: () => ApiClient): AddressObjects {
  const ref = addressesRef(vocabulary);
  return {
    async create(address, owner) {
      try {
        await client().create(ref, addressObject(vocabulary, address, owner));
        return true;
      } catch (error) {
        if (isApiError(error, "AlreadyExists")) return false;
        throw error;
      }
    },
    async remove(address, owner) {
      const one = { ...ref, name: address };
      try {
        const object = await client().get(one);
        if (!belongsTo(parentOf(object), owner)) return false;
        const { uid } = object.metadata;
        await client().delete(one, uid === undefined ? {} : { uid });
      } catch (error) {
        if (!isApiError(error, "NotFound")) throw error;
      }
      return true;
    },
  };
}
