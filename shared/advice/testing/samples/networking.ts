import { type Sample, same, sample } from "./sample.ts";

const ingress = [
  {
    spec: {
      backend: { serviceName: "fallback", servicePort: 80 },
      tls: [{ hosts: ["example.com"], secretName: "tls" }],
      rules: [
        {
          host: "example.com",
          http: {
            paths: [
              { path: "/a", backend: { serviceName: "a", servicePort: "http" } },
              { path: "/b", pathType: "Prefix", backend: { serviceName: "b", servicePort: "8080" } },
            ],
          },
        },
      ],
    },
  },
  {
    spec: {
      defaultBackend: { service: { name: "fallback", port: { number: 80 } } },
      tls: [{ hosts: ["example.com"], secretName: "tls" }],
      rules: [
        {
          host: "example.com",
          http: {
            paths: [
              {
                path: "/a",
                pathType: "ImplementationSpecific",
                backend: { service: { name: "a", port: { name: "http" } } },
              },
              { path: "/b", pathType: "Prefix", backend: { service: { name: "b", port: { number: 8080 } } } },
            ],
          },
        },
      ],
    },
  },
] as const;

/** Ingresses, their classes, network policies, endpoint slices. */
export const networking: readonly Sample[] = [
  same(["extensions/v1beta1", "NetworkPolicy"], "networking.k8s.io/v1", {
    spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }] },
  }),
  sample(["extensions/v1beta1", "Ingress"], "networking.k8s.io/v1", ingress),
  sample(["networking.k8s.io/v1beta1", "Ingress"], "networking.k8s.io/v1", ingress),
  same(["networking.k8s.io/v1beta1", "IngressClass"], "networking.k8s.io/v1", {
    spec: { controller: "example.com/c", parameters: { apiGroup: "example.com", kind: "P", name: "p" } },
  }),
  sample(["discovery.k8s.io/v1beta1", "EndpointSlice"], "discovery.k8s.io/v1", [
    {
      addressType: "IPv4",
      endpoints: [
        {
          addresses: ["192.0.2.1"],
          topology: {
            "kubernetes.io/hostname": "n1",
            "topology.kubernetes.io/zone": "z1",
            "topology.kubernetes.io/region": "r1",
          },
        },
      ],
      ports: [{ name: "http", port: 80 }],
    },
    {
      endpoints: [
        {
          addresses: ["192.0.2.1"],
          nodeName: "n1",
          zone: "z1",
          deprecatedTopology: { "topology.kubernetes.io/region": "r1" },
        },
      ],
    },
  ]),
];
