/** IPAddress objects of services: their content, creation and removal. */
import type { ApiObject } from "../../../../../shared/object.ts";
import { isApiError } from "../../../../../shared/status.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { familyOf } from "../../../../ground/formats/addresses/addresses.ts";
import type { ApiClient, ResourceReference } from "../../../client/apiClient.ts";
import type { Owner } from "../../../registry/allocation/allocator.ts";
import { decoded } from "../../../registry/strategies/narrow.ts";
import type { IPAddress, ParentReference } from "../ipAddressStrategy.ts";

/** The label for the family of an address. */
const FAMILY_LABEL = "ipaddress.{labelDomain}/ip-family";
/** The label for the manager of an address. */
const MANAGER_LABEL = "ipaddress.{labelDomain}/managed-by";
/** The manager of addresses that the API server maintains for services. */
const MANAGER = "ipallocator.{domain}";

/** Refers to the resource of IPAddress objects. */
export const addressesRef = (vocabulary: Vocabulary): ResourceReference => ({
  group: vocabulary.render("networking.{domain}"),
  version: "v1beta1",
  resource: "ipaddresses",
});

/** Refers to the resource of ServiceCIDR objects. */
export const rangesRef = (vocabulary: Vocabulary): ResourceReference => ({
  ...addressesRef(vocabulary),
  resource: "servicecidrs",
});

export const parentOf = (object: ApiObject): ParentReference | undefined => decoded<IPAddress>(object).spec?.parentRef;

/** Whether the parent of an address is a service. */
export function isOfService(parent: ParentReference | undefined): boolean {
  return (parent?.group ?? "") === "" && parent?.resource === "services";
}

/** Whether the parent of an address is this service. */
export const belongsTo = (parent: ParentReference | undefined, { namespace, name }: Owner): boolean =>
  isOfService(parent) && (parent?.namespace ?? "") === namespace && parent?.name === name;

/** Whether the API server maintains the address for a service. */
export const isManaged = ({ metadata }: ApiObject, vocabulary: Vocabulary): boolean =>
  metadata.labels?.[vocabulary.render(MANAGER_LABEL)] === vocabulary.render(MANAGER);

/** Whether a maintained address has the labels for its manager and its family. */
export const isLabelled = (object: ApiObject, vocabulary: Vocabulary): boolean =>
  isManaged(object, vocabulary) &&
  object.metadata.labels?.[vocabulary.render(FAMILY_LABEL)] === familyOf(object.metadata.name ?? "");

/** The object for an address of a service. @param address in canonical text */
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

/**
 * Addresses of services, as objects. The address is the object's name, so the store gives each address to only one
 * service.
 */
export interface AddressObjects {
  /** @param address in canonical text. @returns false when the object already exists */
  create(address: string, owner: Owner): Promise<boolean>;
  /** @returns false when the address belongs to another parent; then it is not removed */
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
