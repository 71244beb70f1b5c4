import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import { listWithMore, UNSET } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { endpointSliceStrategy } from "./endpointSliceStrategy.ts";

const SHOWN = 3;

/** Columns of endpoint slices. */
const endpointSliceColumns = nameAndAge(
  textColumn(
    "AddressType",
    "addressType specifies the type of address carried by this EndpointSlice. All addresses in this slice must be the same type. This field is immutable after creation. The following address types are currently supported: * IPv4: Represents an IPv4 Address. * IPv6: Represents an IPv6 Address. * FQDN: Represents a Fully Qualified Domain Name.",
    (o) => narrow<EndpointSlice>(o).addressType,
  ),
  textColumn(
    "Ports",
    'ports specifies the list of network ports exposed by each endpoint in this slice. Each port must have a unique name. When ports is empty, it indicates that there are no defined ports. When a port is defined with a nil port value, it indicates "all ports". Each slice may include a maximum of 100 ports.',
    (o) => {
      const ports = narrow<EndpointSlice>(o).ports ?? [];
      return listWithMore(
        ports.map(({ port, name }) => (port === undefined ? (name ?? "*") : String(port))),
        SHOWN,
        UNSET,
      );
    },
  ),
  textColumn(
    "Endpoints",
    "endpoints is a list of unique endpoints in this slice. Each slice may include a maximum of 1000 endpoints.",
    (o) => {
      const endpoints = narrow<EndpointSlice>(o).endpoints ?? [];
      return listWithMore(
        endpoints.flatMap((endpoint) => endpoint.addresses),
        SHOWN,
        UNSET,
      );
    },
  ),
);

/** `discovery.{domain}/v1` endpointslices. */
export const endpointSlices = defineResource({
  group: "discovery.{domain}",
  version: "v1",
  kind: "EndpointSlice",
  plural: "endpointslices",
  singular: "endpointslice",
  scope: "Namespaced",
  definition: "api.discovery.v1.EndpointSlice",
  strategy: endpointSliceStrategy,
  columns: endpointSliceColumns,
});
