import { describe, expect, it } from "vitest";
import { HIDDEN } from "../../../shared/secrets/hidden.ts";
import { cellsFinder, isPath, labelPath, needObjects, normalPath, pathsIn } from "./ownColumns.ts";
import { decodeTable } from "./tableRow.ts";

const pod = {
  kind: "Pod",
  metadata: { name: "web-0", labels: { "app.kubernetes.io/name": "web" } },
  spec: { nodeName: "n1", priority: 7, containers: [{ image: "a:1" }, { image: "b:2" }], tolerations: [] },
};
const cells = (...paths: string[]): unknown[] =>
  cellsFinder(
    paths.map((path) => ({ name: path, path: normalPath(path) })),
    "pods",
  )(pod);

describe("Custom columns", () => {
  it("find the values of a path in any notation", () => {
    expect(cells(".spec.nodeName", "{.spec.nodeName}", "spec.nodeName", "$.spec.nodeName")).toEqual(
      Array(4).fill("n1"),
    );
    expect(cells(".spec.priority", ".spec.containers[*].image", ".spec.nothing", ".spec.tolerations")).toEqual([
      7,
      "a:1,b:2",
      null,
      "[]",
    ]);
    expect(cells(labelPath("app.kubernetes.io/name"))).toEqual(["web"]);
  });

  it("validate paths", () => {
    for (const good of [".a", "a", "{.a[0]}", ".a[?(@.b=='c')].d", labelPath("it's")])
      expect(isPath(good), good).toBe(true);
    for (const bad of ["", "{}", "$", "{.a", ".a[", `.${"a".repeat(600)}`]) expect(isPath(bad), bad).toBe(false);
  });

  it("request whole objects only if the metadata is not enough", () => {
    expect(needObjects([{ name: "a", path: labelPath("app") }])).toBe(false);
    expect(needObjects([{ name: "a", path: ".metadataOther" }])).toBe(true);
    expect(needObjects([{ name: "a", path: "..image" }])).toBe(true);
  });

  it("truncate long values", () => {
    const find = cellsFinder([{ name: "a", path: ".a" }], "pods");
    expect(String(find({ a: "x".repeat(5_000) })[0]).length).toBe(301);
  });

  it("never show confidential values", () => {
    const applied = '{"kind":"Secret","data":{"password":"c3dvcmRmaXNo"}}';
    const annotation = "kubectl.kubernetes.io/last-applied-configuration";
    const find = cellsFinder(
      [
        { name: "a", path: ".data.password" },
        { name: "b", path: ".metadata.annotations[*]" },
        { name: "c", path: ".data" },
      ],
      "secrets",
    );
    const metadata = { name: "s", annotations: { [annotation]: applied } };
    const found = [
      find({ kind: "Secret", metadata, data: { password: "c3dvcmRmaXNo" } }),
      find({ kind: "PartialObjectMetadata", metadata }),
    ];
    expect(JSON.stringify(found)).not.toContain("c3dvcmRmaXNo");
    expect(found[0]?.[0]).toBe(HIDDEN);
  });

  it("are suggested from an object", () => {
    expect(pathsIn(pod)).toEqual([
      ".kind",
      ".metadata.name",
      ".metadata.labels['app.kubernetes.io/name']",
      ".spec.nodeName",
      ".spec.priority",
      ".spec.containers[*].image",
    ]);
    for (const path of pathsIn(pod)) expect(isPath(path), path).toBe(true);
  });
});

it("follow the server's own columns in a table", () => {
  const own = [{ name: "Node", path: ".spec.nodeName" }];
  const decoded = decodeTable(
    {
      columnDefinitions: [{ name: "Name", type: "string", format: "name", description: "", priority: 0 }],
      rows: [{ cells: ["web-0"], object: pod }],
    },
    { columns: own, find: cellsFinder(own, "pods") },
  );
  expect(decoded.columns?.map(({ name }) => name)).toEqual(["Name", "Node"]);
  expect(decoded.items[0]?.cells).toEqual(["web-0", "n1"]);
});
