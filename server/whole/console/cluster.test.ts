import { describe, expect, it } from "vitest";
import { type Cluster, summarize } from "./cluster.ts";

describe("summarize", () => {
  it("shows the page a cluster without credentials, even ones added later", () => {
    const told = {
      id: "a",
      name: "A",
      kind: "remote",
      vocabulary: "orch",
      apiServer: "https://a",
      kubeconfig: "/k",
      colour: "#123456",
    } as const;
    const cluster: Cluster & { password: string } = {
      ...told,
      password: "hidden",
      state: () => "failed",
      target: () => {
        throw new Error("a summary contacts nobody");
      },
    };
    expect(summarize(cluster)).toEqual({ ...told, state: "failed" });
  });
});
