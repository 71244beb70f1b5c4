import type { ApiObject } from "../../../../shared/object.ts";

/** A slice with converted capacities; the rest is the same in both versions. */
function withCapacities(object: ApiObject, change: (value: unknown) => unknown): ApiObject {
  const spec = object["spec"] as { readonly devices?: readonly Record<string, unknown>[] | null } | undefined;
  if (!Array.isArray(spec?.devices)) return object;
  return {
    ...object,
    spec: { ...spec, devices: spec.devices.map((device: Record<string, unknown>) => convertDevice(device, change)) },
  };
}

function convertDevice(
  device: Readonly<Record<string, unknown>>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  const basic = device["basic"] as { readonly capacity?: Readonly<Record<string, unknown>> | null } | undefined | null;
  if (basic?.capacity === undefined || basic.capacity === null) return device;
  const capacity = Object.entries(basic.capacity).map(([name, value]) => [name, change(value)]);
  return { ...device, basic: { ...basic, capacity: Object.fromEntries(capacity) } };
}

/** Converts a slice from v1alpha3 to v1beta1, where capacities are objects instead of quantities. */
export const sliceToV1beta1 = (object: ApiObject): ApiObject => withCapacities(object, (value) => ({ value }));

/** The inverse of {@link sliceToV1beta1}. */
export const sliceFromV1beta1 = (object: ApiObject): ApiObject =>
  withCapacities(object, (value) => (value as { readonly value?: unknown } | null)?.value ?? "0");
