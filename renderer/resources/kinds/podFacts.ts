/** The containers of a pod, from its spec and status together. */
import type { Tone } from "../../ui/Badge.tsx";
import { at, type Fields, isFields, listAt, textAt } from "./read.ts";

export interface ContainerFacts {
  name: string;
  kind: "init" | "sidecar" | "main" | "ephemeral";
  image: string;
  state: string;
  tone: Tone;
  /** Exit code, signal or message, when there is one. */
  detail: string;
  ready: boolean | undefined;
  restarts: number;
  /** Why it last ended; empty when it never did. */
  lastEnd: string;
  ports: string[];
  /** `requests 100m cpu`, … */
  resources: string[];
  probes: { name: string; text: string }[];
  mounts: string[];
}

/** One probe in a line: its request, interval, and thresholds. */
export function probeText(probe: Fields): string {
  const http = at(probe, "httpGet");
  const what = isFields(http)
    ? `${textAt(http, "scheme").toLowerCase() || "http"} :${textAt(http, "port")}${textAt(http, "path")}`
    : isFields(at(probe, "tcpSocket"))
      ? `tcp :${textAt(probe, "tcpSocket.port")}`
      : isFields(at(probe, "grpc"))
        ? `grpc :${textAt(probe, "grpc.port")}`
        : `exec ${((at(probe, "exec.command") as unknown[] | undefined) ?? []).join(" ")}`;
  const every = textAt(probe, "periodSeconds");
  const failures = textAt(probe, "failureThreshold");
  return [what, every === "" ? "" : `every ${every} s`, failures === "" ? "" : `${failures} failures`]
    .filter((part) => part !== "")
    .join(", ");
}

function stateOf(status: Fields | undefined): { state: string; tone: Tone; detail: string } {
  const state = at(status, "state");
  const waiting = at(state, "waiting");
  const ended = at(state, "terminated");
  if (isFields(at(state, "running"))) return { state: "Running", tone: "good", detail: "" };
  if (isFields(waiting)) {
    const reason = textAt(waiting, "reason") || "Waiting";
    return {
      state: reason,
      tone: /back ?off|error|err|invalid/i.test(reason) ? "bad" : "warn",
      detail: textAt(waiting, "message"),
    };
  }
  if (isFields(ended)) {
    const code = textAt(ended, "exitCode");
    const detail = [code === "" ? "" : `exit ${code}`, textAt(ended, "message")].filter((part) => part !== "");
    return {
      state: textAt(ended, "reason") || "Terminated",
      tone: code === "0" ? "neutral" : "bad",
      detail: detail.join(", "),
    };
  }
  return { state: "", tone: "neutral", detail: "" };
}

const lines = (values: Fields, label: string): string[] =>
  Object.entries(values).map(([name, amount]) => `${label} ${String(amount)} ${name}`);

function factsOf(spec: Fields, statuses: readonly Fields[], kind: ContainerFacts["kind"]): ContainerFacts {
  const name = textAt(spec, "name");
  const status = statuses.find((each) => textAt(each, "name") === name);
  const requests = at(spec, "resources.requests");
  const limits = at(spec, "resources.limits");
  const ready = at(status, "ready");
  return {
    name,
    kind: kind === "init" && textAt(spec, "restartPolicy") === "Always" ? "sidecar" : kind,
    image: textAt(spec, "image"),
    ...stateOf(status),
    ready: typeof ready === "boolean" ? ready : undefined,
    restarts: Number(textAt(status, "restartCount") || 0),
    lastEnd: [textAt(status, "lastState.terminated.reason"), textAt(status, "lastState.terminated.exitCode")]
      .filter((part) => part !== "")
      .join(" "),
    ports: listAt(spec, "ports").map((p) => `${textAt(p, "containerPort")}/${textAt(p, "protocol") || "TCP"}`),
    resources: [
      ...(isFields(requests) ? lines(requests, "requests") : []),
      ...(isFields(limits) ? lines(limits, "limits") : []),
    ],
    probes: ["startupProbe", "readinessProbe", "livenessProbe"].flatMap((probe) => {
      const value = at(spec, probe);
      return isFields(value) ? [{ name: probe.replace("Probe", ""), text: probeText(value) }] : [];
    }),
    mounts: listAt(spec, "volumeMounts").map(
      (m) => `${textAt(m, "name")} → ${textAt(m, "mountPath")}${textAt(m, "readOnly") === "true" ? " (ro)" : ""}`,
    ),
  };
}

/** All containers in the order in which they start. @param spec a pod's or a pod template's `spec` */
export function containersOf(spec: unknown, status: unknown): ContainerFacts[] {
  const group = (field: string, statusField: string, kind: ContainerFacts["kind"]): ContainerFacts[] =>
    listAt(spec, field).map((container) => factsOf(container, listAt(status, statusField), kind));
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
  /** The referenced object, if any. */
  target: string;
}

export function volumesOf(spec: unknown): VolumeFacts[] {
  return listAt(spec, "volumes").map((volume) => {
    const source = Object.keys(volume).find((key) => key !== "name") ?? "";
    const body = at(volume, source);
    const target =
      ["name", "secretName", "claimName", "path", "driver", "server"]
        .map((key) => textAt(body, key))
        .find((t) => t !== "") ?? "";
    return { name: textAt(volume, "name"), source, target };
  });
}
