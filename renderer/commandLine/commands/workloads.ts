import type { Command } from "../model/command.ts";
import { numberOf, UsageError } from "../model/flags.ts";
import { findObjects } from "../model/targets.ts";
import { containerOf, create, nameIn, pairsOf, requiredValue } from "./creating.ts";

const run: Command = {
  name: "run",
  usage: "NAME --image=IMAGE [--port=PORT] [--env=KEY=VALUE] [--labels=a=b] [--restart=Never] [-- COMMAND …]",
  summary: "Starts one pod",
  flags: ["image", "port", "env", "labels", "restart"].map((name) => ({
    name,
    takes: true,
    ...(name === "labels" ? { short: "l" } : {}),
  })),
  async run(input, session) {
    const name = nameIn(input);
    const labels = input.has("labels") ? pairsOf(input.values("labels", true), "labels") : { run: name };
    const { command, ...container } = containerOf(name, input);
    const env = Object.entries(pairsOf(input.values("env"), "env")).map(([key, value]) => ({ name: key, value }));
    const port = numberOf(input, "port");
    const spec = {
      containers: [
        {
          ...container,
          ...(command === undefined ? {} : { args: command }),
          ...(env.length === 0 ? {} : { env }),
          ...(port === undefined ? {} : { ports: [{ containerPort: port }] }),
        },
      ],
      restartPolicy: input.value("restart") || "Always",
    };
    await create("pods", { metadata: { name, labels } as { name: string }, spec }, session);
  },
};

interface Exposed {
  readonly selector?: Readonly<Record<string, unknown>> & { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly template?: { readonly spec?: PodPorts };
}
interface PodPorts {
  readonly containers?: readonly { readonly ports?: readonly { readonly containerPort: number }[] }[];
}

const expose: Command = {
  name: "expose",
  usage: "KIND NAME | KIND/NAME [--port=PORT] [--target-port=PORT] [--name=NAME] [--type=NodePort]",
  summary: "Makes a service for a workload's pods",
  flags: ["port", "target-port", "name", "type", "protocol"].map((name) => ({ name, takes: true })),
  async run(input, session) {
    for (const { name, type, object } of await findObjects(input, session)) {
      const spec = (object["spec"] ?? {}) as Exposed & PodPorts;
      const { containers = [] } = spec.template?.spec ?? spec;
      const selector =
        type.resource === "pods"
          ? object.metadata.labels
          : (spec.selector?.matchLabels ?? (type.group === "" ? spec.selector : undefined));
      if (selector === undefined || Object.keys(selector).length === 0)
        throw new UsageError(`error: couldn't retrieve selectors of ${type.kind} ${name}`);
      const own = containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));
      const given = numberOf(input, "port");
      const ports = given === undefined ? own : [given];
      if (ports.length === 0) throw new UsageError("error: couldn't find port via --port flag or introspection");
      const target = input.value("target-port");
      const targetOf = (port: number): number | string =>
        target === "" ? port : /^\d+$/.test(target) ? Number(target) : target;
      await create(
        "services",
        {
          metadata: {
            name: input.value("name") || name,
            ...(object.metadata.labels === undefined ? {} : { labels: object.metadata.labels }),
          },
          spec: {
            selector,
            ports: ports.map((port) => ({
              ...(ports.length > 1 ? { name: `port-${port}` } : {}),
              port,
              targetPort: targetOf(port),
              protocol: input.value("protocol") || "TCP",
            })),
            ...(input.value("type") === "" ? {} : { type: input.value("type") }),
          },
        },
        session,
      );
    }
  },
};

const autoscale: Command = {
  name: "autoscale",
  usage: "KIND NAME | KIND/NAME --max=N [--min=N] [--cpu-percent=N] [--name=NAME]",
  summary: "Lets the number of pods follow their load",
  flags: ["min", "max", "cpu-percent", "name"].map((name) => ({ name, takes: true })),
  async run(input, session) {
    requiredValue(input, "max");
    const cpu = numberOf(input, "cpu-percent");
    for (const { name, object } of await findObjects(input, session)) {
      const min = numberOf(input, "min");
      const target = { type: "Utilization", averageUtilization: cpu };
      await create(
        "horizontalpodautoscalers.v2.autoscaling",
        {
          metadata: { name: input.value("name") || name },
          spec: {
            scaleTargetRef: { apiVersion: object.apiVersion, kind: object.kind, name },
            ...(min === undefined ? {} : { minReplicas: min }),
            maxReplicas: numberOf(input, "max"),
            ...(cpu === undefined ? {} : { metrics: [{ type: "Resource", resource: { name: "cpu", target } }] }),
          },
        },
        session,
      );
    }
  },
};

export const WORKLOAD_COMMANDS = [run, expose, autoscale];
