import { afterEach, describe, expect, it } from "vitest";
import { createLog } from "../../ground/observability/log/log.ts";
import { parseSourceVerbosity } from "../../ground/observability/log/logSources.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

interface Line {
  readonly msg: string;
  readonly verb: string;
  readonly URI: string;
  readonly resp: number;
}

/** A server whose request log lines are collected, only for paths of this test. */
async function start(verbosity: number, vmodule: string): Promise<{ server: TestServer; lines: Line[] }> {
  const lines: Line[] = [];
  const log = createLog(verbosity, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await startTestServer({ log, verbosity, vmodule: parseSourceVerbosity([vmodule]) });
  return { server, lines };
}

const maps = core("default", "configmaps");

describe("the request log", () => {
  it.each([
    ["sufficient overall verbosity", 3, "server=0"],
    ["sufficient verbosity of its source only", 0, "nothing=9,http*=3,*=0"],
  ])("is written with %s", async (_, verbosity, vmodule) => {
    const { server, lines } = await start(verbosity, vmodule);
    await server.request("GET", `${maps}?limit=7`, { headers: { "user-agent": "probe/1" } });
    await server.request("GET", `${maps}/absent?access_token=query-secret`, {
      headers: { authorization: "Bearer admin-secret" },
    });
    const told = lines.filter(({ msg, URI }) => msg === "HTTP" && URI.startsWith(maps));
    expect(told).toMatchObject([
      { verb: "LIST", URI: `${maps}?limit=7`, userAgent: "probe/1", resp: 200, srcIP: "127.0.0.1" },
      { verb: "GET", URI: `${maps}/absent?access_token=REDACTED`, resp: 401 },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/(admin|query)-secret/);
  });

  it("logs a watch when it ends", async () => {
    const { server, lines } = await start(0, "httplog=3");
    const watch = await server.watch(`${maps}?watch=true`);
    const told = (): Line[] =>
      lines.filter(({ msg, verb, URI }) => msg === "HTTP" && verb === "WATCH" && URI.includes(maps));
    expect(told()).toEqual([]);
    watch.close();
    await expect.poll(told).toMatchObject([{ verb: "WATCH", resp: 200 }]);
  });

  it("is off by default", async () => {
    const { server, lines } = await start(2, "httplog=2,*=9");
    await server.request("GET", maps);
    expect(lines.filter(({ msg }) => msg === "HTTP")).toEqual([]);
  });
});
