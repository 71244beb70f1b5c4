/** Defaulting rules: pods, pod templates, replication controllers. */
import { isEmpty, joined, omit, roundUpMilli } from "./helpers.ts";
import { type DefaultTable, rows } from "./row.ts";

type Strings = Readonly<Record<string, string>>;

interface TemplateView {
  readonly metadata: { readonly annotations?: Strings; readonly labels?: Strings };
}

interface PodView extends TemplateView {
  readonly spec: {
    readonly hostNetwork?: boolean;
    readonly terminationGracePeriodSeconds?: number;
    readonly resources?: { readonly limits?: Strings; readonly requests?: Strings };
  };
}

/** A container, or one of its ports. */
interface ElementView {
  readonly containerPort: number;
  readonly resources: { readonly limits?: Strings; readonly requests?: Strings };
  readonly resizePolicy?: readonly { readonly resourceName: string }[];
}

interface PodSpecView {
  readonly serviceAccount?: string;
  readonly serviceAccountName?: string;
}

interface PodStatusView {
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
}

interface ReplicationControllerView {
  readonly spec: { readonly template?: TemplateView };
}

/** Old annotations that the reference drops. */
const DROPPED_ANNOTATIONS = ["init-containers", "init-container-statuses"].flatMap((name) => [
  `pod.beta.{labelDomain}/${name}`,
  `pod.alpha.{labelDomain}/${name}`,
]);

const withPolicy = (resourceName: string, container: ElementView): readonly object[] => [
  ...(container.resizePolicy ?? []),
  { resourceName, restartPolicy: "NotRequired" },
];

const lacksPolicy = (resourceName: string, container: ElementView): boolean =>
  container.resources.requests?.[resourceName] !== undefined &&
  container.resizePolicy?.some((policy) => policy.resourceName === resourceName) !== true;

export const podDefaults: DefaultTable = {
  "api.core.v1.PodSpec": rows<PodSpecView>((r) => [
    r.compute("overhead[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.set("dnsPolicy", "ClusterFirst"),
    r.set("restartPolicy", "Always"),
    r.set("securityContext", {}),
    r.set("terminationGracePeriodSeconds", 30),
    r.set("schedulerName", "default-scheduler"),
    r.compute("serviceAccountName", ({ serviceAccount }) => serviceAccount, {
      when: ({ serviceAccount }) => !isEmpty(serviceAccount),
      source: "conversion",
    }),
    r.compute("serviceAccount", ({ serviceAccountName }) => serviceAccountName, { always: true, source: "conversion" }),
  ]),
  "api.core.v1.ReplicationController": rows<ReplicationControllerView>((r) => [
    r.assemble("spec.selector", ({ spec }) => joined(spec.template?.metadata.labels), {
      when: ({ spec }) => !isEmpty(spec.template?.metadata.labels),
    }),
    r.assemble("metadata.labels", ({ spec }) => joined(spec.template?.metadata.labels), {
      when: ({ spec }) => !isEmpty(spec.template?.metadata.labels),
    }),
    r.set("spec.replicas", 1),
  ]),
  "api.core.v1.Pod": rows<PodView, ElementView>((r) => [
    r.assemble("spec.containers[*].resources.requests", (_, it) => joined(it.resources.limits, it.resources.requests), {
      when: (_, it) => it.resources.limits != null,
      always: true,
    }),
    r.compute("spec.containers[*].resizePolicy", (_, it) => withPolicy("cpu", it), {
      when: (_, it) => lacksPolicy("cpu", it),
      gate: "InPlacePodVerticalScaling",
      gateOff: true,
      always: true,
    }),
    r.compute("spec.containers[*].resizePolicy", (_, it) => withPolicy("memory", it), {
      when: (_, it) => lacksPolicy("memory", it),
      gate: "InPlacePodVerticalScaling",
      gateOff: true,
      always: true,
    }),
    r.assemble(
      "spec.initContainers[*].resources.requests",
      (_, it) => joined(it.resources.limits, it.resources.requests),
      { when: (_, it) => it.resources.limits != null, always: true },
    ),
    r.assemble("spec.resources.requests", ({ spec }) => joined(spec.resources?.limits, spec.resources?.requests), {
      when: ({ spec }) => !isEmpty(spec.resources?.limits),
      gate: "PodLevelResources",
      gateOff: true,
      always: true,
    }),
    r.set("spec.enableServiceLinks", true),
    r.compute("spec.containers[*].ports[*].hostPort", (_, it) => it.containerPort, {
      when: ({ spec }) => spec.hostNetwork === true,
    }),
    r.compute("spec.initContainers[*].ports[*].hostPort", (_, it) => it.containerPort, {
      when: ({ spec }) => spec.hostNetwork === true,
    }),
    r.set("spec.terminationGracePeriodSeconds", 1, {
      when: ({ spec }) => (spec.terminationGracePeriodSeconds ?? 0) < 0,
      always: true,
      source: "conversion",
    }),
    r.assemble(
      "metadata.annotations",
      ({ metadata }, _, render) => omit(metadata.annotations, DROPPED_ANNOTATIONS.map(render)),
      { when: ({ metadata }) => metadata.annotations != null, always: true, source: "conversion" },
    ),
  ]),
  "api.core.v1.PodLogOptions": rows((r) => [
    r.set("stream", "All", { gate: "PodLogsQuerySplitStreams", gateOff: true }),
  ]),
  "api.core.v1.PodStatus": rows<PodStatusView>((r) => [
    r.compute("podIPs", ({ podIP }) => [{ ip: podIP }], {
      when: ({ podIP, podIPs }) => !isEmpty(podIP) && podIPs?.[0]?.ip !== podIP,
      always: true,
      source: "conversion",
    }),
    r.compute("podIP", ({ podIPs }) => podIPs?.[0]?.ip, {
      when: ({ podIPs }) => !isEmpty(podIPs),
      always: true,
      source: "conversion",
    }),
  ]),
  "api.core.v1.PodTemplateSpec": rows<TemplateView>((r) => [
    r.assemble(
      "metadata.annotations",
      ({ metadata }, _, render) => omit(metadata.annotations, DROPPED_ANNOTATIONS.map(render)),
      { when: ({ metadata }) => metadata.annotations != null, always: true, source: "conversion" },
    ),
  ]),
};
