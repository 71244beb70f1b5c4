import { afterEach, expect, it, vi } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { findAutoscaler } from "./findAutoscaler.ts";

afterEach(() => vi.unstubAllGlobals());

const WEB: ApiObject = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web", namespace: "shop" } };
const { signal } = new AbortController();

/** Responds with pages of autoscalers; records what was requested. @param targets names of their Deployments, by page */
function serve(...targets: string[][]): string[] {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(url);
    const at = Number(new URL(url, "http://console").searchParams.get("continue") ?? 0);
    const items = (targets[at] ?? []).map((name) => ({
      metadata: { name: `scale-${name}`, namespace: "shop" },
      spec: { minReplicas: 2, maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name } },
    }));
    const more = at + 1 < targets.length ? { continue: String(at + 1) } : {};
    return new Response(JSON.stringify({ metadata: { resourceVersion: "7", ...more }, items }));
  });
  return sent;
}

it("reads pages of the namespace until it finds the autoscaler", async () => {
  const sent = serve(["cart", "api"], ["web"], ["other"]);
  expect(await findAutoscaler("c", WEB, "v2", signal)).toEqual({ name: "scale-web", min: 2, max: 5 });
  expect(sent).toEqual([
    "/clusters/c/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers?limit=500",
    "/clusters/c/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers?limit=500&continue=1",
  ]);
});

it("finds none after the last page", async () => {
  const sent = serve(["cart"], ["api"]);
  expect(await findAutoscaler("c", WEB, "v2", signal)).toBeUndefined();
  expect(sent).toHaveLength(2);
});
