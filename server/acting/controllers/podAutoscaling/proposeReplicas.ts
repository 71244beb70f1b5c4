import type { MetricSpec, MetricStatus, MetricTarget, MetricValueStatus } from "kubernetes-types/autoscaling/v2";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Kinds } from "../../../api/client/kinds.ts";
import { goSelector } from "./goSelector.ts";
import type { MetricApis } from "./metricApis.ts";
import {
  type Proposal,
  type ProposalInput,
  proposeByAverage,
  proposeByShare,
  proposeByUtilization,
  proposeByValue,
} from "./replicaCalculator.ts";
import { milliOf, milliText } from "./thousandths.ts";

/** The number of pods that one metric proposes. */
export interface MetricProposal {
  readonly replicas: number;
  /** The name of the metric in Events. */
  readonly name: string;
  readonly status: MetricStatus;
}

/** Why a metric proposes nothing: the reason and message for conditions and Events. */
export class MetricFailure extends Error {
  readonly reason: string;
  /** The message of the Event. */
  readonly eventMessage: string;

  constructor(reason: string, eventMessage: string, message: string) {
    super(message);
    this.reason = reason;
    this.eventMessage = eventMessage;
  }
}

/** The target for which metrics are evaluated. */
export interface MetricTask extends ProposalInput {
  readonly namespace: string;
  /** The target's pod selector, as text. */
  readonly selector: string;
  /** The number of existing pods of the target, as opposed to wanted ones. */
  readonly existing: number;
  readonly apis: MetricApis;
  readonly kinds: Kinds;
}

/** @throws MetricFailure */
export async function proposeReplicas(task: MetricTask, spec: MetricSpec): Promise<MetricProposal> {
  const [reason, subject, propose] = planOf(task, spec);
  try {
    return await propose();
  } catch (error) {
    const eventMessage = error instanceof SummaryError ? error.detail : messageOf(error);
    const message = messageOf(error);
    throw new MetricFailure(reason, eventMessage, subject === "" ? message : `failed to get ${subject}: ${message}`);
  }
}

/** The failure's reason, its description, and the function that computes the proposal. */
function planOf(task: MetricTask, spec: MetricSpec): [string, string, () => Promise<MetricProposal>] {
  const { resource, containerResource, pods, object, external } = spec;
  if (spec.type === "Resource" && resource !== undefined) {
    const subject = `${resource.name} resource metric value`;
    return ["FailedGetResourceMetric", subject, () => byResource(task, resource)];
  }
  if (spec.type === "ContainerResource" && containerResource !== undefined) {
    const subject = `${containerResource.container} container metric value`;
    return ["FailedGetContainerResourceMetric", subject, () => byResource(task, containerResource)];
  }
  if (spec.type === "Pods" && pods !== undefined) {
    return ["FailedGetPodsMetric", "pods metric value", () => byPods(task, pods)];
  }
  if (spec.type === "Object" && object !== undefined) {
    return ["FailedGetObjectMetric", "object metric value", () => byObject(task, object)];
  }
  if (spec.type === "External" && external !== undefined) {
    const subject = `${external.metric.name} external metric value`;
    return ["FailedGetExternalMetric", subject, () => byExternal(task, external)];
  }
  const detail = `unknown metric source type ${JSON.stringify(spec.type)}`;
  return ["InvalidMetricSourceType", "", () => Promise.reject(new Error(detail))];
}

type Source<K extends keyof MetricSpec> = NonNullable<MetricSpec[K]>;

async function byResource(
  task: MetricTask,
  source: Source<"resource"> & Partial<Source<"containerResource">>,
): Promise<MetricProposal> {
  const { name, container, target } = source;
  const of = { resource: name, container };
  const read = () =>
    during(`unable to get metrics for resource ${name}`, () => task.apis.resource(task.namespace, task.selector, of));
  const statusOf = (current: MetricValueStatus): MetricStatus =>
    container === undefined
      ? { type: "Resource", resource: { name, current } }
      : { type: "ContainerResource", containerResource: { name, container, current } };
  if (target.averageValue !== undefined) {
    const wanted = milliOf(target.averageValue);
    const proposal = await during(`failed to get ${name} usage`, async () =>
      proposeByAverage(task, await read(), wanted, name === "cpu"),
    );
    return { ...proposed(proposal, `${name} resource`), status: statusOf({ averageValue: milliText(proposal.usage) }) };
  }
  const percent = target.averageUtilization;
  if (percent === undefined) {
    throw new Error(
      "invalid resource metric source: neither an average utilization target nor an average value (usage) target was set",
    );
  }
  const proposal = await during(`failed to get ${name} utilization`, async () =>
    proposeByUtilization(task, await read(), { ...of, percent }),
  );
  const kind = container === undefined ? "resource" : "container resource";
  return {
    ...proposed(proposal, `${name} ${kind} utilization (percentage of request)`),
    status: statusOf({ averageUtilization: proposal.utilization ?? 0, averageValue: milliText(proposal.usage) }),
  };
}

async function byPods(task: MetricTask, { metric, target }: Source<"pods">): Promise<MetricProposal> {
  const metrics = await during(`unable to get metric ${metric.name}`, () =>
    task.apis.pods(task.namespace, task.selector, metric),
  );
  const proposal = proposeByAverage(task, metrics, milliOf(target.averageValue), false);
  const current = { averageValue: milliText(proposal.usage) };
  return { ...proposed(proposal, `pods metric ${metric.name}`), status: { type: "Pods", pods: { metric, current } } };
}

async function byObject(
  task: MetricTask,
  { metric, target, describedObject }: Source<"object">,
): Promise<MetricProposal> {
  const { apiVersion = "", kind, name } = describedObject;
  const mapping = task.kinds.find(apiVersion, kind);
  // Here the reference separates the error's message by a slash.
  const read = () =>
    during(
      `unable to get metric ${metric.name}: ${kind} on ${task.namespace} ${name}`,
      () => {
        if (mapping === undefined) throw new Error(`unable to map kind ${kind} to resource`);
        const resource = mapping.group === "" ? mapping.resource : `${mapping.resource}.${mapping.group}`;
        const isNamespace = mapping.group === "" && kind === "Namespace";
        return task.apis.object(task.namespace, { resource, name, isNamespace }, metric);
      },
      "/",
    );
  const asked = targetOf(target, "object", target.type);
  if ("value" in asked) {
    const proposal = proposeByValue(task, await read(), asked.value);
    return {
      ...proposed(proposal, `${kind} metric ${metric.name}`),
      status: { type: "Object", object: { describedObject, metric, current: { value: milliText(proposal.usage) } } },
    };
  }
  const proposal = await summarized(`failed to get ${metric.name} object metric`, async () =>
    proposeByShare(task, task.existing, await read(), asked.average),
  );
  const title = `external metric ${metric.name}(${goSelector(metric.selector)})`;
  const current = { averageValue: milliText(proposal.usage) };
  // The reference leaves the described object empty in the status of a per-pod average.
  return {
    ...proposed(proposal, title),
    status: { type: "Object", object: { describedObject: { kind: "", name: "" }, metric, current } },
  };
}

async function byExternal(task: MetricTask, { metric, target }: Source<"external">): Promise<MetricProposal> {
  const selector = goSelector(metric.selector);
  const read = async (): Promise<number> => {
    const values = await during(`unable to get external metric ${task.namespace}/${metric.name}/${selector}`, () =>
      task.apis.external(task.namespace, metric),
    );
    return values.reduce((sum, value) => sum + value, 0);
  };
  const title = `external metric ${metric.name}(${selector})`;
  const statusOf = (current: MetricValueStatus): MetricStatus => ({ type: "External", external: { metric, current } });
  const asked = targetOf(target, "external", undefined);
  if ("average" in asked) {
    const proposal = await summarized(`failed to get ${metric.name} external metric`, async () =>
      proposeByShare(task, task.existing, await read(), asked.average),
    );
    return { ...proposed(proposal, title), status: statusOf({ averageValue: milliText(proposal.usage) }) };
  }
  const proposal = await summarized(`failed to get external metric ${metric.name}`, async () =>
    proposeByValue(task, await read(), asked.value),
  );
  return { ...proposed(proposal, title), status: statusOf({ value: milliText(proposal.usage) }) };
}

/** @param type the only supported target type; undefined to prefer an average over a value @throws Error */
function targetOf(
  { averageValue, value }: MetricTarget,
  subject: "object" | "external",
  type: string | undefined,
): { readonly value: number } | { readonly average: number } {
  if (averageValue !== undefined && (type ?? "AverageValue") === "AverageValue") {
    return { average: milliOf(averageValue) };
  }
  if (value !== undefined && (type ?? "Value") === "Value") return { value: milliOf(value) };
  throw new Error(`invalid ${subject} metric source: neither a value target nor an average value target was set`);
}

const proposed = ({ replicas }: Proposal, name: string): { replicas: number; name: string } => ({ replicas, name });

/** An error whose message begins with a subject that the metric's own Event and condition leave out. */
class SummaryError extends Error {
  /** The message without the subject. */
  readonly detail: string;

  constructor(subject: string, cause: unknown) {
    const detail = messageOf(cause);
    super(`${subject}: ${detail}`, { cause });
    this.detail = detail;
  }
}

/** Prefixes an error with what was being done, but only for the summary of all metrics. */
async function summarized<T>(subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SummaryError(subject, error);
  }
}

/** Prefixes an error with what was being done. */
async function during<T>(subject: string, work: () => Promise<T>, separator = ": "): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${subject}${separator}${messageOf(error)}`, { cause: error });
  }
}
