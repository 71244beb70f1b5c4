import type { ApiObject } from "../../../shared/object.ts";
import { at, listAt, textAt } from "../../resources/kinds/read.ts";
import type { DraftNode, MapDraft } from "./mapDraft.ts";

/** Ports of Services by namespace and name; each port is included as number and as name. */
export type ServicePorts = ReadonlyMap<string, ReadonlySet<string>>;

export function portsOf(services: readonly ApiObject[]): ServicePorts {
  return new Map(
    services.map((service) => {
      const { namespace = "", name = "" } = service.metadata;
      const ports = listAt(service, "spec.ports").flatMap((port) => [textAt(port, "port"), textAt(port, "name")]);
      return [`${namespace}/${name}`, new Set(ports)];
    }),
  );
}

/** Adds an Ingress to the map, with its Services and certificates. */
export function addIngress(draft: MapDraft, ingress: ApiObject, ports: ServicePorts): void {
  const node = draft.add("Ingress", ingress);
  const backends = [
    at(ingress, "spec.defaultBackend"),
    ...listAt(ingress, "spec.rules").flatMap((rule) => listAt(rule, "http.paths").map((path) => path["backend"])),
  ];
  let leads = false;
  for (const backend of backends) {
    const name = textAt(backend, "service.name");
    leads ||= name !== "" || textAt(backend, "resource.name") !== "";
    if (name !== "") route(draft, node, name, backend, ports);
  }
  if (!leads) node.notes.push({ id: "noBackend", values: {} });
  for (const tls of listAt(ingress, "spec.tls")) {
    const name = textAt(tls, "secretName");
    if (name === "") continue;
    draft.link(node, draft.refer({ apiVersion: "v1", kind: "Secret", name }, node.namespace), "tlsFrom");
  }
}

function route(draft: MapDraft, node: DraftNode, name: string, backend: unknown, ports: ServicePorts): void {
  const service = draft.refer({ apiVersion: "v1", kind: "Service", name }, node.namespace);
  draft.link(node, service, "routesTo");
  const port = textAt(backend, "service.port.name") || textAt(backend, "service.port.number");
  const offered = ports.get(`${node.namespace}/${name}`);
  if (offered === undefined || port === "" || offered.has(port)) return;
  const isNoted = node.notes.some(
    ({ id, values }) => id === "noPort" && values["service"] === name && values["port"] === port,
  );
  if (!isNoted) node.notes.push({ id: "noPort", values: { service: name, port } });
}
