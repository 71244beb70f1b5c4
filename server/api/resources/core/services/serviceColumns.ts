import { labelsText, NONE } from "../../../registry/columns/cells.ts";
import { ageColumn, nameColumn, textColumn, wide } from "../../../registry/columns/table.ts";
import type { Column } from "../../../registry/definition.ts";
import { asService } from "../views.ts";
import { externalText, portsText } from "./serviceCells.ts";

/** Columns of the service table. */
export const serviceColumns: readonly Column[] = [
  nameColumn,
  textColumn(
    "Type",
    'type determines how the Service is exposed. Defaults to ClusterIP. Valid options are ExternalName, ClusterIP, NodePort, and LoadBalancer. "ClusterIP" allocates a cluster-internal IP address for load-balancing to endpoints. Endpoints are determined by the selector or if that is not specified, by manual construction of an Endpoints object or EndpointSlice objects. If clusterIP is "None", no virtual IP is allocated and the endpoints are published as a set of endpoints rather than a virtual IP. "NodePort" builds on ClusterIP and allocates a port on every node which routes to the same endpoints as the clusterIP. "LoadBalancer" builds on NodePort and creates an external load-balancer (if supported in the current cloud) which routes to the same endpoints as the clusterIP. "ExternalName" aliases this service to the specified externalName. Several other fields do not apply to ExternalName services. More info: https://{labelDomain}/docs/concepts/services-networking/service/#publishing-services-service-types',
    (object) => asService(object).spec?.type ?? "",
  ),
  textColumn(
    "Cluster-IP",
    'clusterIP is the IP address of the service and is usually assigned randomly. If an address is specified manually, is in-range (as per system configuration), and is not in use, it will be allocated to the service; otherwise creation of the service will fail. This field may not be changed through updates unless the type field is also being changed to ExternalName (which requires this field to be blank) or the type field is being changed from ExternalName (in which case this field may optionally be specified, as describe above).  Valid values are "None", empty string (""), or a valid IP address. Setting this to "None" makes a "headless service" (no virtual IP), which is useful when direct endpoint connections are preferred and proxying is not required.  Only applies to types ClusterIP, NodePort, and LoadBalancer. If this field is specified when creating a Service of type ExternalName, creation will fail. This field will be wiped when updating a Service to type ExternalName. More info: https://{labelDomain}/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies',
    (object) => {
      const { clusterIPs, clusterIP } = asService(object).spec ?? {};
      const text = clusterIPs?.[0] ?? clusterIP ?? "";
      return text === "" ? NONE : text;
    },
  ),
  textColumn(
    "External-IP",
    "externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service.  These IPs are not managed by {Product}.  The user is responsible for ensuring that traffic arrives at a node with this IP.  A common example is external load-balancers that are not part of the {Product} system.",
    (object) => externalText(asService(object)),
  ),
  textColumn(
    "Port(s)",
    "The list of ports that are exposed by this service. More info: https://{labelDomain}/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies",
    (object) => portsText(asService(object).spec?.ports),
  ),
  ageColumn,
  wide(
    textColumn(
      "Selector",
      "Route service traffic to pods with label keys and values matching this selector. If empty or not present, the service is assumed to have an external process managing its endpoints, which {Product} will not modify. Only applies to types ClusterIP, NodePort, and LoadBalancer. Ignored if type is ExternalName. More info: https://{labelDomain}/docs/concepts/services-networking/service/",
      (object) => labelsText(asService(object).spec?.selector),
    ),
  ),
];
