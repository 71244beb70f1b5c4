import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import { listWithMore, UNSET } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

const SHOWN = 3;

/** Columns of endpoint slices. */
export const endpointSliceColumns = nameAndAge(
  textColumn("AddressType", "Type of the addresses in this slice", (o) => narrow<EndpointSlice>(o).addressType),
  textColumn("Ports", "Ports that every endpoint of this slice exposes", (o) => {
    const ports = narrow<EndpointSlice>(o).ports ?? [];
    return listWithMore(
      ports.map(({ port, name }) => (port === undefined ? (name ?? "*") : String(port))),
      SHOWN,
      UNSET,
    );
  }),
  textColumn("Endpoints", "Addresses of the endpoints in this slice", (o) => {
    const endpoints = narrow<EndpointSlice>(o).endpoints ?? [];
    return listWithMore(
      endpoints.flatMap((endpoint) => endpoint.addresses),
      SHOWN,
      UNSET,
    );
  }),
);
