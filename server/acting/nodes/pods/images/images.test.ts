import { describe, expect, it } from "vitest";
import { denied, fullName, hexOf, imageId, pull } from "./images.ts";

describe("fullName", () => {
  it.each([
    ["nginx", "docker.io/library/nginx:latest"],
    ["nginx:1.27", "docker.io/library/nginx:1.27"],
    ["bitnami/redis", "docker.io/bitnami/redis:latest"],
    ["registry.example/app:1", "registry.example/app:1"],
    ["localhost:5000/app", "localhost:5000/app:latest"],
    ["quay.io/a/b@sha256:0", "quay.io/a/b@sha256:0"],
  ])("expands %s to %s", (image, name) => expect(fullName(image)).toBe(name));
});

it("a private registry requires credentials", () => {
  const none = new Set<string>();
  for (const image of ["private.example/app:1", "gcr.io/k8s-authenticated-test/agnhost:2.6"]) {
    expect(denied(image, none)).toMatchObject({ ok: false, error: expect.stringContaining("pull access denied") });
    expect(denied(image, new Set([image.split("/")[0] ?? ""]))).toBeUndefined();
  }
  expect(denied("nginx", none)).toBeUndefined();
});

describe("pull", () => {
  it("takes the same bounded time for the same image", () => {
    const first = pull("nginx", [100, 200]);
    expect(pull("docker.io/library/nginx:latest", [100, 200])).toEqual(first);
    expect(first).toMatchObject({ ok: true });
    if (first.ok) expect(first.milliseconds).toBeGreaterThanOrEqual(100);
    if (first.ok) expect(first.milliseconds).toBeLessThanOrEqual(200);
  });
  it.each([
    ...["nginx:missing", "invalid.example/app", "app:does-not-exist", "foo:non-existent", "app:nonexistent"],
    ...["webserver:404", "app:not-found", "invalid.registry.k8s.io/invalid/alpine:3.1", "registry.invalid/app:1"],
  ])("fails for %s", (image) => {
    expect(pull(image, [1, 1])).toMatchObject({
      ok: false,
      error: expect.stringMatching(/: not found$|: no such host$/),
    });
  });

  it("distinguishes a missing image from an unreachable registry", () => {
    const reference = (name: string) =>
      `failed to pull and unpack image "${name}": failed to resolve reference "${name}"`;
    const name = "docker.io/library/nginx:missing";
    expect(pull("nginx:missing", [1, 1])).toMatchObject({
      error: `rpc error: code = NotFound desc = ${reference(name)}: ${name}: not found`,
    });
    expect(pull("a.invalid:5000/b/c", [1, 1])).toMatchObject({
      error: `${reference("a.invalid:5000/b/c:latest")}: failed to do request: Head "https://a.invalid:5000/v2/b/c/manifests/latest": dial tcp: lookup a.invalid: no such host`,
    });
  });
});

it("reads the tag of an unreachable image with very many colons", () => {
  const image = `a.invalid/${":".repeat(500_000)}/b:1@sha256:2`;
  expect(pull(image, [1, 1])).toMatchObject({ error: expect.stringContaining(":/b/manifests/1") });
});

it.each(["nginx", "app:1.404", "valid.example/missing:1", "existing:1"])("pulls %s", (image) => {
  expect(pull(image, [1, 1])).toMatchObject({ ok: true });
});

it("derives stable digests for images and container ids", () => {
  expect(imageId("nginx:1.27")).toMatch(/^docker\.io\/library\/nginx@sha256:[0-9a-f]{64}$/);
  expect(imageId("quay.io/a/b:1@sha256:0")).toBe("quay.io/a/b@sha256:0");
  expect(hexOf("a", 64)).not.toBe(hexOf("b", 64));
});

it("parses names of any length in linear time", () => {
  const name = `${":".repeat(1_000_000)}/x`;
  expect(fullName(name)).toBe(`${name}:latest`);
  expect(imageId(name)).toContain("@sha256:");
});
