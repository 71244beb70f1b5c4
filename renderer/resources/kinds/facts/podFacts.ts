/** The containers of a pod, with data from its spec and status. */
import type { Tone } from "../../../ui/Badge.tsx";
import { at, type Fields, fieldsAt, isFields, listAt, textAt, textsAt } from "../read.ts";
import { type FactValue, link, plain } from "./kindFacts.ts";
import { securityOf } from "./podSpecFacts.ts";
import { inEnglish, type Say } from "./say.ts";

/** How a container ended; unknown texts are empty. */
export interface LastEnd {
  readonly reason: string;
  readonly exitCode: string;
  readonly message: string;
  /** RFC 3339. */
  readonly finished: string;
}

export interface ContainerFacts {
  name: string;
  kind: "init" | "sidecar" | "main" | "ephemeral";
  image: string;
  /** Shortened digest of the running image; empty while none is running. */
  imageId: string;
  state: string;
  tone: Tone;
  /** RFC 3339: start of the current state; empty if unknown. */
  since: string;
  /** Exit code, signal or message, if any. */
  detail: string;
  ready: boolean | undefined;
  restarts: number;
  /** How the container last ended; undefined if it never did. */
  lastEnd: LastEnd | undefined;
  /** Command and arguments in shell notation; empty for the image's own. */
  command: string;
  ports: string[];
  /** `cpu 100m, limit 500m`, … */
  resources: string[];
  probes: { name: string; text: string }[];
  /** The lifecycle hooks after the start and before the end. */
  hooks: string[];
  env: { name: string; value: FactValue }[];
  mounts: string[];
  security: string[];
}

/** The action of a probe or a hook. */
function handlerText(handler: unknown): string {
  const http = at(handler, "httpGet");
  if (isFields(http)) {
    return `${textAt(http, "scheme").toLowerCase() || "http"} :${textAt(http, "port")}${textAt(http, "path")}`;
  }
  if (isFields(at(handler, "tcpSocket"))) return `tcp :${textAt(handler, "tcpSocket.port")}`;
  if (isFields(at(handler, "grpc"))) return `grpc :${textAt(handler, "grpc.port")}`;
  if (isFields(at(handler, "sleep"))) return `sleep ${textAt(handler, "sleep.seconds")} s`;
  return `exec ${textsAt(handler, "exec.command").join(" ")}`;
}

/** A probe in one line: its request, delay, interval, and thresholds. */
export function probeText(probe: Fields, say: Say = inEnglish): string {
  const part = (field: string, text: (value: string) => string, usual = ""): string => {
    const value = textAt(probe, field);
    return value === "" || value === usual ? "" : text(value);
  };
  return [
    handlerText(probe),
    part("initialDelaySeconds", (time) => say("after", { time }), "0"),
    part("periodSeconds", (time) => say("every", { time })),
    part("timeoutSeconds", (time) => say("timeout", { time }), "1"),
    part("successThreshold", (number) => say("successes", { number }), "1"),
    part("failureThreshold", (number) => say("failures", { number })),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function stateOf(status: Fields | undefined, say: Say): Pick<ContainerFacts, "state" | "tone" | "detail" | "since"> {
  const state = at(status, "state");
  const running = at(state, "running");
  const waiting = at(state, "waiting");
  const ended = at(state, "terminated");
  if (isFields(running)) return { state: "Running", tone: "good", detail: "", since: textAt(running, "startedAt") };
  if (isFields(waiting)) {
    const reason = textAt(waiting, "reason") || "Waiting";
    return {
      state: reason,
      tone: /back ?off|error|err|invalid/i.test(reason) ? "bad" : "warn",
      detail: textAt(waiting, "message"),
      since: "",
    };
  }
  if (isFields(ended)) {
    const code = textAt(ended, "exitCode");
    const signal = textAt(ended, "signal");
    const detail = [
      code === "" ? "" : say("exit", { code }),
      signal === "" || signal === "0" ? "" : say("signal", { code: signal }),
      textAt(ended, "message"),
    ].filter((part) => part !== "");
    return {
      state: textAt(ended, "reason") || "Terminated",
      tone: code === "0" ? "neutral" : "bad",
      detail: detail.join(", "),
      since: textAt(ended, "finishedAt"),
    };
  }
  return { state: "", tone: "neutral", detail: "", since: "" };
}

/** The requests and limits of a container, one line per resource. */
function resourcesOf(spec: Fields, say: Say): string[] {
  const requests = fieldsAt(spec, "resources.requests");
  const limits = fieldsAt(spec, "resources.limits");
  const names = new Set([...Object.keys(requests), ...Object.keys(limits)]);
  return [...names].map((name) => {
    const amounts = [
      requests[name] === undefined ? "" : String(requests[name]),
      limits[name] === undefined ? "" : say("limit", { amount: String(limits[name]) }),
    ];
    return `${name} ${amounts.filter(Boolean).join(", ")}`;
  });
}

/** The source of a variable's value. */
function sourceOf(env: Fields, namespace: string): FactValue {
  const from = at(env, "valueFrom");
  if (!isFields(from)) return plain(textAt(env, "value"));
  for (const [field, resource] of SOURCES) {
    const name = textAt(from, `${field}KeyRef.name`);
    if (name !== "") {
      const key = textAt(from, `${field}KeyRef.key`);
      return link(`${field} ${name}, ${key}`, { group: "", resource, namespace, name });
    }
  }
  const field = textAt(from, "fieldRef.fieldPath");
  return plain(field === "" ? textAt(from, "resourceFieldRef.resource") : field);
}

const SOURCES = [
  ["configMap", "configmaps"],
  ["secret", "secrets"],
] as const;

/** The variables of a container: whole sources come first, because they are evaluated first. */
function envOf(spec: Fields, namespace: string): ContainerFacts["env"] {
  const whole = listAt(spec, "envFrom").flatMap((from) =>
    SOURCES.flatMap(([field, resource]) => {
      const name = textAt(from, `${field}Ref.name`);
      const value = link(`${field} ${name}`, { group: "", resource, namespace, name });
      return name === "" ? [] : [{ name: `${textAt(from, "prefix")}*`, value }];
    }),
  );
  return [
    ...whole,
    ...listAt(spec, "env").map((env) => ({ name: textAt(env, "name"), value: sourceOf(env, namespace) })),
  ];
}

const SHORT = 12;

/** `sha256:` and the first digits of an image digest. */
const digest = (imageId: string): string => {
  const found = /sha256:[0-9a-f]+/.exec(imageId)?.[0];
  return found === undefined ? "" : found.slice(0, "sha256:".length + SHORT);
};

const portText = (port: Fields, say: Say): string => {
  const name = textAt(port, "name");
  const host = textAt(port, "hostPort");
  const text = `${textAt(port, "containerPort")}/${textAt(port, "protocol") || "TCP"}`;
  return `${name === "" ? "" : `${name} `}${text}${host === "" ? "" : ` (${say("host", { port: host })})`}`;
};

function mountText(mount: Fields): string {
  const sub = textAt(mount, "subPath") || textAt(mount, "subPathExpr");
  const isFixed = textAt(mount, "readOnly") === "true";
  const where = `${textAt(mount, "name")}${sub === "" ? "" : `/${sub}`}`;
  return `${where} → ${textAt(mount, "mountPath")}${isFixed ? " (ro)" : ""}`;
}

interface Origin {
  readonly kind: ContainerFacts["kind"];
  readonly statuses: readonly Fields[];
  readonly namespace: string;
  readonly say: Say;
}

function factsOf(spec: Fields, { kind, statuses, namespace, say }: Origin): ContainerFacts {
  const name = textAt(spec, "name");
  const status = statuses.find((each) => textAt(each, "name") === name);
  const ready = at(status, "ready");
  const last = at(status, "lastState.terminated");
  return {
    name,
    kind: kind === "init" && textAt(spec, "restartPolicy") === "Always" ? "sidecar" : kind,
    image: textAt(spec, "image"),
    imageId: digest(textAt(status, "imageID")),
    ...stateOf(status, say),
    ready: typeof ready === "boolean" ? ready : undefined,
    restarts: Number(textAt(status, "restartCount") || 0),
    lastEnd: isFields(last)
      ? {
          reason: textAt(last, "reason"),
          exitCode: textAt(last, "exitCode"),
          message: textAt(last, "message"),
          finished: textAt(last, "finishedAt"),
        }
      : undefined,
    command: [...textsAt(spec, "command"), ...textsAt(spec, "args")].join(" "),
    ports: listAt(spec, "ports").map((port) => portText(port, say)),
    resources: resourcesOf(spec, say),
    probes: ["startupProbe", "readinessProbe", "livenessProbe"].flatMap((probe) => {
      const value = at(spec, probe);
      return isFields(value) ? [{ name: probe.replace("Probe", ""), text: probeText(value, say) }] : [];
    }),
    hooks: ["postStart", "preStop"].flatMap((hook) => {
      const handler = at(spec, `lifecycle.${hook}`);
      return isFields(handler) ? [`${hook}: ${handlerText(handler)}`] : [];
    }),
    env: envOf(spec, namespace),
    mounts: listAt(spec, "volumeMounts").map(mountText),
    security: securityOf(at(spec, "securityContext")),
  };
}

/**
 * All containers in start order.
 *
 * @param spec a pod's or a pod template's `spec`
 * @param namespace of the objects that variables refer to
 */
export function containersOf(spec: unknown, status: unknown, namespace = "", say: Say = inEnglish): ContainerFacts[] {
  const group = (field: string, statusField: string, kind: ContainerFacts["kind"]): ContainerFacts[] =>
    listAt(spec, field).map((container) =>
      factsOf(container, { kind, statuses: listAt(status, statusField), namespace, say }),
    );
  return [
    ...group("initContainers", "initContainerStatuses", "init"),
    ...group("containers", "containerStatuses", "main"),
    ...group("ephemeralContainers", "ephemeralContainerStatuses", "ephemeral"),
  ];
}

export interface VolumeFacts {
  name: string;
  /** `configMap`, `emptyDir`, … */
  source: string;
  /** The referenced objects; if there are none, a path, a driver or a size. */
  targets: { resource?: string; text: string }[];
}

const VOLUME_OBJECTS: Readonly<Record<string, { field: string; resource: string }>> = {
  configMap: { field: "name", resource: "configmaps" },
  secret: { field: "secretName", resource: "secrets" },
  persistentVolumeClaim: { field: "claimName", resource: "persistentvolumeclaims" },
};

/** The sources that a projected volume combines. */
const projected = (body: unknown): VolumeFacts["targets"] =>
  listAt(body, "sources").flatMap((source) =>
    Object.keys(source).map((kind) => {
      const text = textAt(source, `${kind}.name`);
      const resource = VOLUME_OBJECTS[kind]?.resource;
      return text === "" || resource === undefined ? { text: kind } : { resource, text };
    }),
  );

export function volumesOf(spec: unknown): VolumeFacts[] {
  return listAt(spec, "volumes").map((volume) => {
    const source = Object.keys(volume).find((key) => key !== "name") ?? "";
    const body = at(volume, source);
    const object = VOLUME_OBJECTS[source];
    const name = textAt(volume, "name");
    if (source === "projected") return { name, source, targets: projected(body) };
    if (object !== undefined) {
      return { name, source, targets: [{ resource: object.resource, text: textAt(body, object.field) }] };
    }
    const text = ["path", "driver", "server", "sizeLimit", "medium", "reference"]
      .map((key) => textAt(body, key))
      .find((each) => each !== "");
    return { name, source, targets: text === undefined ? [] : [{ text }] };
  });
}
