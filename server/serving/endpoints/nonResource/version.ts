import { documentRoute } from "./documentRoute.ts";

/** The release of the served API. */
export const API_VERSION = { major: "1", minor: "32", gitVersion: "v1.32.3" } as const;

/** The content of `/version`. */
export const VERSION_INFO = {
  ...API_VERSION,
  gitCommit: "orrery",
  gitTreeState: "clean",
  buildDate: "2025-03-11T00:00:00Z",
  goVersion: process.version,
  compiler: "v8",
  platform: `${process.platform}/${process.arch}`,
};

/** `/version`. */
export const versionRoute = documentRoute("/version", "application/json", () => {
  const body = JSON.stringify(VERSION_INFO, null, 2);
  return { status: 200, headers: { "content-type": "application/json" }, body };
});
