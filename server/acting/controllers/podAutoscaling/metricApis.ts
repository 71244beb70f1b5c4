import type { LabelSelector } from "kubernetes-types/meta/v1";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { NONE, selectorText } from "../../../api/registry/columns/cells.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";
import type { PathReader } from "../../client/pathReader.ts";
import { timeOf } from "../pods/podState.ts";
import type { PodMetric } from "./podMetrics.ts";
import { milliOf } from "./thousandths.ts";

/** An object with a metric, as in paths of the custom metrics API. */
export interface DescribedObject {
  /** `services`, `ingresses.networking.example` */
  readonly resource: string;
  readonly name: string;
  readonly isNamespace: boolean;
}

/** The usage of a container, or any other measurement. */
interface Measured {
  readonly timestamp?: string;
  readonly window?: string;
  readonly windowSeconds?: number;
}

interface PodUsage extends Measured {
  readonly metadata: { readonly name?: string; readonly namespace?: string };
  readonly containers?: readonly { readonly name: string; readonly usage?: Readonly<Record<string, string>> }[];
}

interface CustomValue extends Measured {
  readonly describedObject?: { readonly name?: string };
  readonly value?: string;
}

/** Supported versions of the custom metrics API, the preferred one first. */
const CUSTOM_VERSIONS = ["v1beta2", "v1beta1"];
/** Default window of a custom metric, in milliseconds. */
const CUSTOM_WINDOW = 60_000;

/** Reads the three metrics APIs, whichever server serves them. All methods reject with the reference's messages. */
export class MetricApis {
  readonly #read: PathReader;
  readonly #groups: { readonly resource: string; readonly custom: string; readonly external: string };

  constructor(read: PathReader, vocabulary: Vocabulary) {
    this.#read = read;
    this.#groups = {
      resource: vocabulary.render("metrics.{domain}"),
      custom: vocabulary.render("custom.metrics.{domain}"),
      external: vocabulary.render("external.metrics.{domain}"),
    };
  }

  /** The usage of a resource by pods, or by one container of each. @throws Error */
  async resource(
    namespace: string,
    labelSelector: string,
    { resource, container }: { readonly resource: string; readonly container?: string | undefined },
  ): Promise<Map<string, PodMetric>> {
    const { resource: group } = this.#groups;
    const items = await this.#items<PodUsage>(
      { api: "resource", metricName: `pods.${group}` },
      `/apis/${group}/v1beta1/namespaces/${namespace}/pods`,
      { labelSelector },
    );
    const found = new Map<string, PodMetric>();
    for (const item of items) {
      const value = container === undefined ? sumOf(item, resource) : valueIn(item, resource, container);
      if (value !== undefined) found.set(item.metadata.name ?? "", metricOf(item, value));
    }
    return found;
  }

  /** Metrics that pods report themselves. @throws Error */
  async pods(namespace: string, labelSelector: string, metric: MetricName): Promise<Map<string, PodMetric>> {
    const metricName = `pods.${this.#groups.custom} *`;
    const items = await this.#custom(metricName, `namespaces/${namespace}/pods/*/${metric.name}`, {
      labelSelector,
      metricLabelSelector: textOf(metric.selector),
    });
    return new Map(items.map((item) => [item.describedObject?.name ?? "", metricOf(item, milliOf(item.value))]));
  }

  /** A metric of an object, in thousandths. @throws Error */
  async object(
    namespace: string,
    { resource, name, isNamespace }: DescribedObject,
    metric: MetricName,
  ): Promise<number> {
    const path = isNamespace ? `namespaces/${name}/metrics` : `namespaces/${namespace}/${resource}/${name}`;
    const query = { metricLabelSelector: textOf(metric.selector) };
    const [value] = await this.#custom(`${resource}.${this.#groups.custom} ${name}`, `${path}/${metric.name}`, query);
    return milliOf(value?.value);
  }

  /** All values of an external metric, in thousandths. @throws Error */
  async external(namespace: string, metric: MetricName): Promise<number[]> {
    const { external: group } = this.#groups;
    const items = await this.#items<CustomValue>(
      { api: "external", metricName: `${metric.name}.${group}` },
      `/apis/${group}/v1beta1/namespaces/${namespace}/${metric.name}`,
      { labelSelector: textOf(metric.selector) },
    );
    return items.map(({ value }) => milliOf(value));
  }

  async #custom(metricName: string, path: string, query: Query): Promise<CustomValue[]> {
    const { custom: group } = this.#groups;
    const version = await this.#customVersion();
    return this.#items<CustomValue>({ api: "custom", metricName }, `/apis/${group}/${version}/${path}`, query);
  }

  async #customVersion(): Promise<string> {
    const { custom: group } = this.#groups;
    let versions: readonly string[] = [];
    try {
      const document = await this.#read(`/apis/${group}`);
      const listed = (document["versions"] ?? []) as readonly { readonly version: string }[];
      versions = listed.map(({ version }) => version);
    } catch (error) {
      if (!isApiError(error) || error.code !== 404) throw unfetched("custom", error, group);
    }
    const version = CUSTOM_VERSIONS.find((each) => versions.includes(each));
    if (version === undefined)
      throw unfetched("custom", new Error(`no custom metrics API (${group}) registered`), group);
    return version;
  }

  async #items<T>({ api, metricName }: { api: Api; metricName: string }, path: string, query: Query): Promise<T[]> {
    let document: Record<string, unknown>;
    try {
      document = await this.#read(path, query);
    } catch (error) {
      throw unfetched(api, error, metricName);
    }
    const items = (document["items"] ?? []) as T[];
    if (items.length === 0) throw new Error(`no metrics returned from ${api} metrics API`);
    return items;
  }
}

/** A metric's name, and its own label selector. */
export interface MetricName {
  readonly name: string;
  readonly selector?: LabelSelector | undefined;
}

type Api = "resource" | "custom" | "external";
type Query = Readonly<Record<string, string | undefined>>;

/** Client-side error messages for responses without a Status, by code. */
const UNEXPECTED_STATUS: Readonly<Record<number, string>> = {
  401: "the server has asked for the client to provide credentials",
  403: "the server does not allow access to the requested resource",
  404: "the server could not find the requested resource",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

function unfetched(api: Api, error: unknown, metricName: string): Error {
  const text = messageOf(error);
  const unexpected = isApiError(error) && error.reason === "" ? UNEXPECTED_STATUS[error.code] : undefined;
  const message = unexpected === undefined ? text : `${unexpected} (get ${metricName})`;
  return new Error(`unable to fetch metrics from ${api} metrics API: ${message}`, { cause: error });
}

function textOf(selector: LabelSelector | undefined): string | undefined {
  const text = selectorText(selector as Parameters<typeof selectorText>[0]);
  return text === NONE ? undefined : text;
}

/** Undefined when not every container is measured. */
function sumOf({ containers = [] }: PodUsage, resource: string): number | undefined {
  if (containers.length === 0) return undefined;
  let sum = 0;
  for (const { usage } of containers) {
    const value = usage?.[resource];
    if (value === undefined) return undefined;
    sum += milliOf(value);
  }
  return sum;
}

/** @throws Error when the pod has no such container */
function valueIn({ metadata, containers = [] }: PodUsage, resource: string, container: string): number | undefined {
  const found = containers.find(({ name }) => name === container);
  if (found === undefined) {
    const where = `container ${container} not present in metrics for pod ${metadata.namespace}/${metadata.name}`;
    throw new Error(`failed to get container metrics: ${where}`);
  }
  const value = found.usage?.[resource];
  return value === undefined ? undefined : milliOf(value);
}

const metricOf = ({ timestamp, window, windowSeconds }: Measured, value: number): PodMetric => ({
  timestamp: timeOf(timestamp) ?? 0,
  window: window === undefined ? (windowSeconds ?? CUSTOM_WINDOW / 1000) * 1000 : duration(window),
  value,
});

/** Milliseconds; 0 for text that is not a duration. */
function duration(text: string): number {
  try {
    return Number(parseDuration(text)) / 1_000_000;
  } catch {
    return 0;
  }
}
