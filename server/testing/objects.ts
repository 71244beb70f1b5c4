/** Bodies used by tests. */

/** Path of a namespaced resource of the core group. */
export const core = (namespace: string, resource: string, name = ""): string =>
  `/api/v1/namespaces/${namespace}/${resource}${name === "" ? "" : `/${name}`}`;

export const configMap = (name: string, data: Record<string, string> = {}, labels?: Record<string, string>) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...(labels === undefined ? {} : { labels }) },
  data,
});

/** A secret with one value. */
export const secret = (name: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name },
  data: { k: Buffer.from("plain bytes").toString("base64") },
});

export const namespace = (name: string) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

export const pod = (name: string, labels?: Record<string, string>) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, ...(labels === undefined ? {} : { labels }) },
  spec: { containers: [{ name: "main", image: "nginx:1.27" }] },
});

export const deployment = (name: string, replicas = 1) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "nginx:1.27", ports: [{ containerPort: 80 }] }] },
    },
  },
});

export const service = (name: string, spec: Record<string, unknown> = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { ports: [{ port: 80 }], selector: { app: name }, ...spec },
});
