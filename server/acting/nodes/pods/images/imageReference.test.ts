import { expect, it } from "vitest";
import { imageReferenceError } from "./imageReference.ts";

const DIGEST = `sha256:${"a1".repeat(32)}`;

it.each([
  ...[
    "nginx",
    "nginx:1.27",
    "library/nginx",
    "registry.k8s.io/e2e-test-images/agnhost:2.53",
    "localhost/x",
    "a__b/c--d.e",
  ],
  ...[
    "localhost:5000/x:Latest",
    `nginx@${DIGEST}`,
    `quay.io:443/a/b:1@${DIGEST}`,
    "Registry/app",
    "[fd00::1]:5000/x",
    "invalid.example/x",
  ],
])("%s is a valid image reference", (image) => expect(imageReferenceError(image)).toBeUndefined());

it.each([
  ["NGINX:Latest", "invalid reference format: repository name (library/NGINX) must be lowercase"],
  ["docker.io/My/App", "invalid reference format: repository name (My/App) must be lowercase"],
  ["nginx:1.27:2", "invalid reference format"],
  ["nginx:", "invalid reference format"],
  ["ngi nx", "invalid reference format"],
  ["-nginx", "invalid reference format"],
  ["https://docker.io/nginx", "invalid reference format"],
  ["nginx@sha256:12", "invalid reference format"],
])("%s is an invalid image reference: %s", (image, message) => expect(imageReferenceError(image)).toBe(message));
