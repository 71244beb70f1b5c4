import type { Node, Pod } from "kubernetes-types/core/v1";
import { parseQuantity, quantityValue } from "../../../../shared/quantity.ts";
import { each, finished, type Steps } from "../../../../shared/steps.ts";
import { percentDecoded } from "../../../../shared/text/percentDecoded.ts";
import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { Informers } from "../../informers/informers.ts";
import { nodeOf } from "../../volumes/attachable.ts";
import type { Measuring } from "../metrics/podUsage.ts";
import { type NodeDisk, type StatsSummary, statsSummary } from "../metrics/statsSummary.ts";
import type { PodLife } from "../pods/podLife.ts";
import { isOnNode } from "../storage/storageLimits.ts";
import { type MeasureStorage, storageUse } from "../storage/storageUse.ts";
import { type AccessParts, refusal } from "./agentAccess.ts";
import { agentConfig } from "./agentConfig.ts";
import { cadvisorMetrics } from "./cadvisorMetrics.ts";
import { exposition, type MetricFamily } from "./exposition.ts";
import { logPage } from "./logPages.ts";
import { ownMetrics } from "./ownMetrics.ts";
import { podsPage, runningPodsPage } from "./podPages.ts";
import { probeMetrics } from "./probeMetrics.ts";
import { resourceMetrics } from "./resourceMetrics.ts";

export interface AgentServerParts extends AccessParts {
  readonly informers: Informers;
  readonly work: Measuring["work"];
  /** The capacity of the node, as quantities by resource. */
  readonly capacity: Readonly<Record<string, string>>;
  readonly nameServer: string;
  /** Pods on the node. */
  podLives(): readonly PodLife[];
  readonly storage: MeasureStorage;
  /** Milliseconds since the epoch. */
  now(): number;
}

const JSON_TYPE = "application/json";
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=values";
const TEXT_TYPE = "text/plain; charset=utf-8";
const CHECKS = ["ping", "log", "syncloop"];
const PODS = { group: "", resource: "pods" };
const NODES = { group: "", resource: "nodes" };

/** A page: its content type and its text. */
type Page = readonly [type: string, text: string | Steps<string>];

/**
 * The read-only part of the HTTP server of a node's agent. Access to containers (exec, logs, …) goes through the API
 * instead.
 */
export class AgentServer {
  readonly #parts: AgentServerParts;
  readonly #startedAt: number;

  constructor(parts: AgentServerParts) {
    this.#parts = parts;
    this.#startedAt = Math.floor(parts.now() / 1000);
  }

  async answer({ method, path: target }: Pick<PodRequest, "method" | "path">): Promise<PodResponse> {
    const { pathname: path, searchParams: query } = new URL(target, "http://agent");
    if (path === "/logs" || path.startsWith("/logs/")) return this.#logs(method, percentDecoded(path) ?? path);
    const page = await this.#page(path, query);
    if (page === undefined) return text("404 page not found\n", 404);
    // Health and metrics accept any method; pages that list pods or usage accept only GET.
    if (method !== "GET" && READ_ONLY.test(path)) return notAllowed();
    const [type, body] = page;
    return { status: 200, headers: { "content-type": type }, body: Buffer.from(await inTurns(finished(body))) };
  }

  /** Answers a client of the agent's own port, after authentication and authorization. */
  async answerClient(request: Omit<PodRequest, "port">): Promise<PodResponse> {
    return (await refusal(request, this.#parts)) ?? this.answer(request);
  }

  async #page(path: string, query: URLSearchParams): Promise<Page | undefined> {
    const { vocabulary, podLives, node } = this.#parts;
    const own = { vocabulary, node, podLives: podLives(), startedAt: this.#startedAt };
    switch (path) {
      case "/pods":
      case "/pods/":
        return [JSON_TYPE, podsPage(podLives(), vocabulary)];
      case "/runningpods":
      case "/runningpods/":
        return [JSON_TYPE, runningPodsPage(podLives())];
      case "/stats/summary":
        return [JSON_TYPE, summaryText(await this.#summary(query.get("only_cpu_and_memory") === "true"))];
      case "/metrics":
        return [METRICS_TYPE, exposition(ownMetrics(own))];
      case "/metrics/probes":
        return [METRICS_TYPE, exposition(probeMetrics(own))];
      case "/metrics/resource":
        return [METRICS_TYPE, exposition(resourceMetrics(await this.#summary(true)))];
      case "/metrics/cadvisor":
        return [METRICS_TYPE, exposition(await this.#cadvisor())];
      case "/configz":
        return [JSON_TYPE, `${JSON.stringify(this.#config())}\n`];
    }
    const [, check] = /^\/healthz(?:\/(.*))?$/.exec(path) ?? [];
    if (path === "/healthz" && query.has("verbose")) {
      return [TEXT_TYPE, `${CHECKS.map((name) => `[+]${name} ok\n`).join("")}healthz check passed\n`];
    }
    return path === "/healthz" || CHECKS.includes(check ?? "") ? [TEXT_TYPE, "ok"] : undefined;
  }

  #config(): Record<string, unknown> {
    const { vocabulary, capacity, nameServer } = this.#parts;
    return vocabulary.renderValue(agentConfig({ maxPods: Number(capacity["pods"] ?? 110), nameServer }));
  }

  /** The node's pods as the API returns them: their usage is computed from these objects, as for the metrics API. */
  #pods(): Pod[] {
    return this.#parts.informers
      .of(PODS)
      .by(nodeOf, this.#parts.node)
      .map(narrow<Pod>);
  }

  #node(): Node {
    const { informers, node } = this.#parts;
    return informers.of<Node>(NODES).get("", node) ?? { metadata: { name: node } };
  }

  /** @param isBrief whether only CPU and memory are wanted */
  async #summary(isBrief: boolean, withNetwork = !isBrief): Promise<StatsSummary> {
    const { work, now, capacity } = this.#parts;
    const memory = Number(quantityValue(parseQuantity(capacity["memory"] ?? "0")));
    const disk = isBrief ? undefined : await this.#disk();
    const measuring = { work, now: now() };
    return inTurns(statsSummary(this.#node(), this.#pods(), { memory, disk, withNetwork, measuring }));
  }

  async #disk(): Promise<NodeDisk> {
    const { podLives, storage, capacity } = this.#parts;
    const uses = podLives().map(async (life) => {
      const volumes = (life.pod.spec.volumes ?? []).filter(isOnNode).map(({ name }) => name);
      return [life.pod.metadata.uid ?? "", await storageUse(life, volumes, storage)] as const;
    });
    return {
      capacity: Number(quantityValue(parseQuantity(capacity["ephemeral-storage"] ?? "0"))),
      use: new Map(await Promise.all(uses)),
    };
  }

  async #cadvisor(): Promise<MetricFamily[]> {
    const { capacity, now } = this.#parts;
    const { nodeInfo } = this.#node().status ?? {};
    const { machineID = "", systemUUID = "", bootID = "" } = nodeInfo ?? {};
    return cadvisorMetrics({
      summary: await this.#summary(true, true),
      pods: this.#pods(),
      capacity,
      machine: { boot_id: bootID, machine_id: machineID, system_uuid: systemUUID },
      now: Math.floor(now() / 1000),
    });
  }

  async #logs(method: string, path: string): Promise<PodResponse> {
    if (method !== "GET") return notAllowed();
    const page = await inTurns(logPage(this.#parts.node, this.#parts.podLives(), path.replace(/^\/logs\/?/, "")));
    if (page === undefined) return text("404 page not found\n", 404);
    if (page.kind === "moved") return { ...text("", 301), headers: { location: page.to } };
    if (page.kind === "file") return text(page.text);
    return { ...text(page.html), headers: { "content-type": "text/html; charset=utf-8" } };
  }
}

const READ_ONLY = /^\/(pods|runningpods|stats)(\/|$)/;

function* summaryText({ node, pods }: StatsSummary): Steps<string> {
  const texts = yield* each(pods, (pod) => JSON.stringify(pod));
  return `{"node":${JSON.stringify(node)},"pods":[${texts.join(",")}]}\n`;
}

const text = (body: string, status = 200): PodResponse => ({
  status,
  headers: { "content-type": TEXT_TYPE },
  body: Buffer.from(body),
});

const notAllowed = (): PodResponse => {
  const answer = text("405: Method Not Allowed", 405);
  return { ...answer, headers: { ...answer.headers, allow: "GET" } };
};
