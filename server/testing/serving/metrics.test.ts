import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../ground/observability/log/log.ts";
import { startTestServer, type TestServer, type TestServerOptions, temporaryFolder } from "../testServer.ts";

let server: TestServer | undefined;
let folder = "";
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => rm(folder, { recursive: true }));

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  server = await startTestServer(options);
  return server;
}

const page = async ({ request }: TestServer, path = "/metrics"): Promise<string> => (await request("GET", path)).text;
const seriesOf = (text: string, start: string): string[] => text.split("\n").filter((line) => line.startsWith(start));
const shownValue = (text: string, series: string): number =>
  Number(seriesOf(text, `${series} `)[0]?.slice(series.length + 1));

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const HIDDEN = "apiserver_flowcontrol_request_concurrency_limit";

describe("/metrics", () => {
  it("exposes only documented metrics, each with its stability level", async () => {
    const text = await page(await start({ controllers: ["*"], leaderElect: true }));
    const documented = await readFile(new URL("../../../docs/metrics.md", import.meta.url), "utf8");
    const helps = [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].filter(
      ([, name = ""]) => !/^(process|nodejs)_/.test(name),
    );
    expect(helps.length).toBeGreaterThan(60);
    for (const [, name = "", help = ""] of helps) {
      const level = /^\[(INTERNAL|ALPHA|BETA|STABLE)\] /.exec(help)?.[1];
      expect([name, level]).toEqual([name, expect.any(String)]);
      const [, section = ""] = documented.split(`## ${level}\n`);
      expect([name, section.split("\n## ")[0]?.includes(`\`${name}\``)]).toEqual([name, true]);
    }
    expect(text).toContain("# HELP apiserver_request_total [STABLE] ");
    expect(shownValue(text, "hidden_metrics_total")).toBeGreaterThan(0);
    expect(shownValue(text, 'registered_metrics_total{stability_level="STABLE",deprecated_version=""}')).toBe(13);
  });

  it("includes storage, write, read and authorization metrics", async () => {
    const running = await start();
    for (const name of ["a", "b"]) await running.request("POST", CONFIG_MAPS, { body: configMap(name) });
    await running.request("GET", CONFIG_MAPS);
    await running.request("GET", CONFIG_MAPS, { as: "bob" });
    const text = await page(running);
    expect(shownValue(text, 'apiserver_storage_objects{resource="configmaps"}')).toBeGreaterThanOrEqual(2);
    expect(shownValue(text, 'apiserver_storage_objects{resource="jobs.batch"}')).toBe(0);
    expect(shownValue(text, 'apiserver_storage_size_bytes{storage_cluster_id="etcd-0"}')).toBeGreaterThan(1000);
    const list =
      'verb="LIST",group="",version="v1",resource="configmaps",subresource="",scope="namespace",component="apiserver"';
    expect(shownValue(text, `apiserver_request_total{${list},dry_run="",code="200"}`)).toBe(1);
    expect(shownValue(text, `apiserver_request_total{${list},dry_run="",code="403"}`)).toBe(1);
    expect(shownValue(text, `apiserver_response_sizes_count{${list}}`)).toBe(1);
    const own = shownValue(text, `apiserver_request_sli_duration_seconds_sum{${list},dry_run=""}`);
    expect(own).toBeLessThanOrEqual(shownValue(text, `apiserver_request_duration_seconds_sum{${list},dry_run=""}`));
    const step = 'type="admit",operation="CREATE",rejected="false"';
    expect(
      shownValue(text, `apiserver_admission_step_admission_duration_seconds_count{${step}}`),
    ).toBeGreaterThanOrEqual(2);
    const plugin = `name="NamespaceLifecycle",type="validate",operation="CREATE",rejected="false"`;
    expect(
      shownValue(text, `apiserver_admission_controller_admission_duration_seconds_count{${plugin}}`),
    ).toBeGreaterThanOrEqual(2);
    expect(shownValue(text, 'authenticated_user_requests{username="admin"}')).toBeGreaterThanOrEqual(4);
    expect(shownValue(text, 'authenticated_user_requests{username="other"}')).toBe(1);
    expect(text).toMatch(/^kubernetes_build_info\{major="1",minor="32",.*\} 1$/m);
    expect(text).toMatch(/^kubernetes_feature_enabled\{name="APIServerIdentity",stage="BETA"\} 0$/m);
  });

  it("measures the evaluation time of validation rules and admission policies", async () => {
    const running = await start();
    const rules = [{ rule: "self.size < 5" }];
    const properties = { size: { type: "integer" } };
    const schema = { openAPIV3Schema: { type: "object", properties, "x-kubernetes-validations": rules } };
    const names = { plural: "boxes", singular: "box", kind: "Box", listKind: "BoxList" };
    const versions = [{ name: "v1", served: true, storage: true, schema }];
    await running.request("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      body: {
        metadata: { name: "boxes.example.com" },
        spec: { group: "example.com", scope: "Cluster", names, versions },
      },
    });
    const box = (name: string, size: number) =>
      running.request("POST", "/apis/example.com/v1/boxes", {
        body: { apiVersion: "example.com/v1", kind: "Box", metadata: { name }, size },
      });
    await expect.poll(async () => (await box("small", 1)).status).toBe(201);
    expect((await box("large", 9)).status).toBe(422);
    const admission = "/apis/admissionregistration.k8s.io/v1";
    const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];
    await running.request("POST", `${admission}/validatingadmissionpolicies`, {
      body: {
        metadata: { name: "never" },
        spec: { matchConstraints: { resourceRules }, validations: [{ expression: "false" }] },
      },
    });
    await running.request("POST", `${admission}/validatingadmissionpolicybindings`, {
      body: { metadata: { name: "here" }, spec: { policyName: "never", validationActions: ["Deny"] } },
    });
    expect((await running.request("POST", CONFIG_MAPS, { body: configMap("refused") })).status).toBe(422);
    const text = await page(running);
    expect(shownValue(text, "apiserver_cel_compilation_duration_seconds_count")).toBe(1);
    expect(shownValue(text, "apiserver_cel_evaluation_duration_seconds_count")).toBe(2);
    const labels = 'policy="never",policy_binding="here",error_type="invalid_error",enforcement_action="deny"';
    expect(shownValue(text, `apiserver_validating_admission_policy_check_duration_seconds_count{${labels}}`)).toBe(1);
  });

  it("has bounded cardinality for arbitrary client input", async () => {
    const running = await start();
    const ask = async (made: string): Promise<void> => {
      await running.request("GET", `/apis/${made}.example/v1/things`);
      await running.request("GET", `/api/v1/${made}`, { as: "bob" });
      await running.request("GET", `/api/v1/namespaces/default/pods/p/${made}`);
      await running.request("GET", `/${made}/x`);
      await running.request(made.toUpperCase(), "/api/v1/pods");
      await running.request("GET", "/api/v1/pods", { headers: { authorization: `Bearer ${made}` } });
    };
    // Runtime metrics are those of the whole process, in which other tests run: their series change with handles and
    // garbage collections. Work queues have series once they have processed their first item, which may be now.
    const series = async (): Promise<string[]> =>
      (await page(running))
        .split("\n")
        .filter((line) => !/^(# |(nodejs|process|workqueue)_)/.test(line))
        .map((line) => line.replace(/ \S+$/, ""));
    await ask("made-up");
    await series();
    const before = new Set(await series());
    for (const made of ["made-up-b", "made-up-c", "made-up-d", "made-up-e", "made-up-f"]) await ask(made);
    expect(await page(running)).not.toMatch(/made-up/i);
    expect((await series()).filter((each) => !before.has(each))).toEqual([]);
  });
});

describe("/metrics/slis", () => {
  it("exposes the results of health checks to authorized users", async () => {
    const running = await start();
    expect(await page(running, "/metrics/slis")).not.toContain('{name="');
    await running.request("GET", "/readyz");
    await running.request("GET", "/readyz?exclude=log");
    await running.request("GET", "/livez/ping");
    const text = await page(running, "/metrics/slis");
    expect(text).toMatch(/^# HELP kubernetes_healthcheck \[STABLE\] .*\n# TYPE kubernetes_healthcheck gauge$/m);
    expect(shownValue(text, 'kubernetes_healthcheck{name="etcd",type="readyz"}')).toBe(1);
    expect(shownValue(text, 'kubernetes_healthchecks_total{name="etcd",type="readyz",status="success"}')).toBe(2);
    expect(shownValue(text, 'kubernetes_healthchecks_total{name="log",type="readyz",status="success"}')).toBe(1);
    expect(text).not.toContain('type="livez"');
    expect(await page(running)).not.toContain("kubernetes_healthcheck");
    expect((await running.request("GET", "/")).body["paths"]).toContain("/metrics/slis");
    expect((await running.request("GET", "/metrics/slis", { as: "bob" })).status).toBe(403);
    const subjects = [{ kind: "User", name: "bob", apiGroup: "rbac.authorization.k8s.io" }];
    const roleRef = { kind: "ClusterRole", name: "system:monitoring", apiGroup: "rbac.authorization.k8s.io" };
    await running.request("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
      body: { metadata: { name: "monitors" }, subjects, roleRef },
    });
    expect((await running.request("GET", "/metrics/slis", { as: "bob" })).status).toBe(200);
  });
});

describe("flags", () => {
  it("expose hidden metrics, which are logged", async () => {
    expect(await page(await start())).not.toContain(HIDDEN);
    await server?.stop();
    const lines: string[] = [];
    const log = createLog(0, { write: (line) => void lines.push(line) });
    const text = await page(await start({ showHiddenMetricsForVersion: "1.31", log }));
    expect(text).toContain(`# HELP ${HIDDEN} [ALPHA] (Deprecated since 1.30.0) `);
    expect(seriesOf(text, `${HIDDEN}{priority_level="global-default"}`)).toHaveLength(1);
    expect(lines.join("")).toContain(`showing the hidden metric ${HIDDEN}, deprecated since 1.30.0`);
  });

  it("disable metrics, including hidden ones that are shown", async () => {
    const disabledMetrics = ["apiserver_request_total", "kubernetes_healthcheck", "no_such_metric", HIDDEN];
    const running = await start({ disabledMetrics, showHiddenMetricsForVersion: "1.31" });
    const text = await page(running);
    expect(text).not.toMatch(new RegExp(`apiserver_request_total|${HIDDEN}`));
    expect(await page(running, "/metrics/slis")).toMatch(/^# HELP kubernetes_healthchecks_total /);
    expect(shownValue(text, "disabled_metrics_total")).toBe(4);
  });

  it("limit label values, where the flag takes precedence over the manifest file", async () => {
    const manifest = join(folder, "labels.yaml");
    await writeFile(manifest, '"apiserver_request_total,verb": "LIST,POST"\n');
    const fromFile = await page(await start({ allowMetricLabelsManifest: manifest })).then(() =>
      page(server as TestServer),
    );
    expect(seriesOf(fromFile, 'apiserver_request_total{verb="GET"')).toEqual([]);
    expect(seriesOf(fromFile, 'apiserver_request_total{verb="unexpected"')).not.toEqual([]);
    expect(shownValue(fromFile, "cardinality_enforcement_unexpected_categorizations_total")).toBeGreaterThan(0);
    await server?.stop();
    const running = await start({
      allowMetricLabelsManifest: manifest,
      allowMetricLabels: { "apiserver_request_total,code": "201" },
    });
    await page(running);
    const text = await page(running);
    expect(seriesOf(text, 'apiserver_request_total{verb="GET"').join()).toContain('code="unexpected"');
  });

  it("are refused with an error for an invalid manifest file", async () => {
    const manifest = join(folder, "wrong.yaml");
    const starting = () => start({ allowMetricLabelsManifest: manifest });
    await expect(starting()).rejects.toThrow(`--allow-metric-labels-manifest: cannot read ${manifest}: ENOENT`);
    await writeFile(manifest, "- a\n");
    await expect(starting()).rejects.toThrow("is no map of values by metric,label");
    await writeFile(manifest, '"apiserver_request_total": "x"\n');
    await expect(starting()).rejects.toThrow("must have a list of kv pair with format");
    await writeFile(manifest, '"apiserver_request_total,verb": [x]\n');
    await expect(starting()).rejects.toThrow("the values of apiserver_request_total,verb are no text");
  });
});
