/** Bodies that the conformance tests send. Kind and version are those of the path unless a test sets them. */

type Labels = Readonly<Record<string, string>>;

/** Image of containers that just keep running. */
export const PAUSE = "registry.k8s.io/pause:3.10";
/** Image of containers that serve HTTP. */
export const NGINX = "nginx:1.27";

/** A template of pods that keep running; `spec` adds fields to their spec. */
export const template = (labels: Labels, spec: object = {}, image = PAUSE) => ({
  metadata: { labels },
  spec: { containers: [{ name: "main", image }], terminationGracePeriodSeconds: 1, ...spec },
});

export const pod = (name: string, { labels = {}, ...spec }: { labels?: Labels; [field: string]: unknown } = {}) => ({
  metadata: { name, labels },
  spec: template(labels, spec).spec,
});

/** A workload with replicas, a selector and a template: a Deployment, a ReplicaSet, a StatefulSet … */
export const workload = (name: string, replicas: number, spec: object = {}, labels: Labels = { name }) => ({
  metadata: { name, labels },
  spec: { replicas, selector: { matchLabels: labels }, template: template(labels), ...spec },
});

export const replicationController = (name: string, replicas: number, spec: object = {}) => ({
  metadata: { name, labels: { name } },
  spec: { replicas, selector: { name }, template: template({ name }), ...spec },
});

/** A Job whose pods run the command, or just keep running. */
export const job = (name: string, { command, ...spec }: { command?: string[]; [field: string]: unknown } = {}) => ({
  metadata: { name },
  spec: { template: jobTemplate(command), ...spec },
});

export const jobTemplate = (command?: string[], spec: object = {}) => ({
  spec: {
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 1,
    containers: [{ name: "c", image: "busybox:1.37", ...(command === undefined ? { image: PAUSE } : { command }) }],
    ...spec,
  },
});

export const configMap = (name: string, data: Readonly<Record<string, string>> = {}, labels: Labels = {}) => ({
  metadata: { name, labels },
  data,
});

export const service = (name: string, spec: object = {}, labels: Labels = {}) => ({
  metadata: { name, labels },
  spec: { selector: { name }, ports: [{ port: 80 }], ...spec },
});

/** A condition with a type and a status, as part of a shape. */
export const condition = (type: string, status = "True", more: object = {}) => ({ type, status, ...more });
