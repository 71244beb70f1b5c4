import { describe, expect, it } from "vitest";
import { isTrue, parseRequestInfo } from "./requestInfo.ts";

const parse = (method: string, url: string) => {
  const [path = "", query = ""] = url.split("?");
  return parseRequestInfo(method, path, new URLSearchParams(query));
};

describe("parseRequestInfo", () => {
  it.each([
    ["GET", "/api/v1/namespaces/dev/pods", "list", "", "v1", "dev", "pods", "", ""],
    ["GET", "/api/v1/namespaces/dev/pods/a", "get", "", "v1", "dev", "pods", "a", ""],
    ["GET", "/api/v1/namespaces/dev/pods/a/log", "get", "", "v1", "dev", "pods", "a", "log"],
    ["HEAD", "/api/v1/pods", "list", "", "v1", "", "pods", "", ""],
    ["GET", "/api/v1/namespaces/dev", "get", "", "v1", "dev", "namespaces", "dev", ""],
    ["GET", "/api/v1/namespaces", "list", "", "v1", "", "namespaces", "", ""],
    ["PUT", "/api/v1/namespaces/dev/finalize", "update", "", "v1", "dev", "namespaces", "dev", "finalize"],
    ["PATCH", "/api/v1/namespaces/dev/status", "patch", "", "v1", "dev", "namespaces", "dev", "status"],
    ["POST", "/apis/apps/v1/namespaces/dev/deployments", "create", "apps", "v1", "dev", "deployments", "", ""],
    [
      "DELETE",
      "/apis/apps/v1/namespaces/dev/deployments",
      "deletecollection",
      "apps",
      "v1",
      "dev",
      "deployments",
      "",
      "",
    ],
    ["DELETE", "/apis/apps/v1/namespaces/dev/deployments/a", "delete", "apps", "v1", "dev", "deployments", "a", ""],
    ["GET", "/api/v1/pods?watch=true", "watch", "", "v1", "", "pods", "", ""],
    ["GET", "/api/v1/pods?watch=0", "list", "", "v1", "", "pods", "", ""],
    ["GET", "/api/v1/watch/namespaces/dev/pods", "watch", "", "v1", "dev", "pods", "", ""],
    ["GET", "/api/v1/watch/namespaces/dev/pods/a", "watch", "", "v1", "dev", "pods", "a", ""],
  ])("%s %s", (method, url, verb, group, version, namespace, resource, name, subresource) => {
    expect(parse(method, url)).toMatchObject({
      isResourceRequest: true,
      verb,
      group,
      version,
      namespace,
      resource,
      name,
      subresource,
    });
  });

  it.each(["/", "/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/healthz", "/openapi/v3/apis/apps/v1"])(
    "%s is not a resource request",
    (path) => {
      expect(parse("GET", path)).toMatchObject({ isResourceRequest: false, verb: "get", path });
    },
  );

  it("takes the name for a list from the field selector metadata.name", () => {
    expect(parse("GET", "/api/v1/namespaces/dev/pods?fieldSelector=metadata.name%3Da,spec.nodeName%3Db").name).toBe(
      "a",
    );
    expect(parse("GET", "/api/v1/namespaces/dev/pods?fieldSelector=metadata.name%3D%3Da").name).toBe("a");
    expect(parse("GET", "/api/v1/namespaces/dev/pods?fieldSelector=metadata.name!%3Da").name).toBe("");
    expect(parse("POST", "/api/v1/namespaces/dev/pods?fieldSelector=metadata.name%3Da").name).toBe("");
    expect(parse("DELETE", "/api/v1/namespaces/dev/pods?fieldSelector=metadata.name%3Da").name).toBe("");
    expect(parse("GET", "/api/v1/pods?fieldSelector=metadata.name%3Da%2Fb").name).toBe("");
    expect(parse("GET", "/api/v1/pods?fieldSelector=metadata.name%3Da,nonsense").name).toBe("");
    expect(parse("GET", "/api/v1/pods?fieldSelector=metadata.name%3Da&labelSelector=(").name).toBe("");
    expect(parse("GET", "/api/v1/pods?fieldSelector=metadata.name%3Da&limit=5").name).toBe("a");
    expect(parse("GET", "/api/v1/pods?fieldSelector=metadata.name%3Da&limit=few").name).toBe("");
  });

  it("keeps selectors of collection requests", () => {
    const query = "fieldSelector=a%3Db,c!%3Dd&labelSelector=x in (y)";
    const selectors = { fieldSelector: "a=b,c!=d", labelSelector: "x in (y)" };
    expect(parse("GET", `/api/v1/pods?${query}`)).toMatchObject({ verb: "list", ...selectors });
    expect(parse("GET", `/api/v1/pods?watch=1&${query}`)).toMatchObject({ verb: "watch", ...selectors });
    expect(parse("DELETE", `/api/v1/namespaces/n/pods?${query}`)).toMatchObject(selectors);
    const none = { fieldSelector: "", labelSelector: "" };
    expect(parse("GET", `/api/v1/watch/pods?${query}`)).toMatchObject({ verb: "watch", ...none });
    expect(parse("GET", `/api/v1/namespaces/n/pods/p?${query}`)).toMatchObject(none);
    expect(parse("POST", `/api/v1/namespaces/n/pods?${query}`)).toMatchObject(none);
  });

  it("keeps the segments of a proxied path", () => {
    expect(parse("GET", "/api/v1/namespaces/dev/services/web/proxy/a/b").parts).toEqual([
      "services",
      "web",
      "proxy",
      "a",
      "b",
    ]);
  });
});

describe("isTrue", () => {
  it.each([
    [null, false],
    ["", true],
    ["1", true],
    ["true", true],
    ["yes", true],
    ["0", false],
    ["false", false],
    ["False", false],
  ])("%j is %j", (text, expected) => {
    expect(isTrue(text)).toBe(expected);
  });
});
