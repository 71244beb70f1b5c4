import type { ApiObject } from "../../../../shared/object.ts";
import { familyOf } from "../../../ground/formats/addresses/addresses.ts";

/** Facts about the server for the objects of the core group. */
export interface SystemFacts {
  readonly securePort: number;
  /** Address of the API's own service, within the service range; if undefined, the server allocates one. */
  readonly serviceIP?: string;
}

const NAMESPACES = ["default", "{prefix}-system", "{prefix}-public", "{prefix}-node-lease"];

const namespace = (name: string): ApiObject => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

const SERVICE_LABELS = { component: "apiserver", provider: "{product}" };
const SERVICE = { name: "{product}", namespace: "default" };

/** The namespaces, and the service under which pods reach the API. */
export function systemObjects(facts: SystemFacts): readonly ApiObject[] {
  return [...NAMESPACES.map(namespace), apiService(facts)];
}

const apiService = ({ serviceIP, securePort }: SystemFacts): ApiObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { ...SERVICE, labels: { ...SERVICE_LABELS } },
  spec: {
    type: "ClusterIP",
    ...(serviceIP === undefined
      ? {}
      : { clusterIP: serviceIP, clusterIPs: [serviceIP], ipFamilies: [familyOf(serviceIP)] }),
    ipFamilyPolicy: "SingleStack",
    sessionAffinity: "None",
    ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: securePort }],
  },
});
