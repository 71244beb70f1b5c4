import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import { programFor } from "../images/images.ts";
import { plainText } from "../pages.ts";
import type { ProgramStart } from "../program.ts";
import { fileServer } from "./fileServer.ts";

const request = (path: string) => ({ port: 80, path, method: "GET", headers: {}, body: new Uint8Array() });

/** The start of a program whose container has these files; undefined for a container in which nothing has run. */
function startOf(image: string, files?: Readonly<Record<string, string>>): ProgramStart {
  const unused = (): never => {
    throw new Error("not used");
  };
  return {
    ...{ image, command: [], args: [], env: new Map(), workingDir: "", annotations: {}, stdin: false, tty: false },
    ...{ ports: [], pod: { name: "p", namespace: "n", address: "10.0.0.1" }, print: () => undefined },
    time: { now: () => 0, realNow: () => 0, sleep: async () => undefined },
    vocabulary: createVocabulary(),
    machine: {
      run: unused,
      mounted: unused,
      fetch: unused,
      datagram: unused,
      file: async (path) => (files === undefined ? undefined : path in files ? Buffer.from(files[path] ?? "") : null),
    },
  };
}

async function answerOf(path: string, files?: Readonly<Record<string, string>>) {
  const handle = fileServer("/www", () => plainText(200, "as the image has it"));
  const { status, headers, body } = await handle(request(path), startOf("web", files));
  return `${status} ${headers["content-type"]} ${status === 200 ? Buffer.from(body).toString() : ""}`.trim();
}

describe("File server", () => {
  const files = { "/www/index.html": "home", "/www/a b.json": "{}", "/www/in/index.html": "in", "/secret": "no" };
  it.each([
    ["/", "200 text/html home"],
    ["/?x=1", "200 text/html home"],
    ["/a%20b.json", "200 application/json {}"],
    ["/in/", "200 text/html in"],
    ["/absent", "404 text/html"],
    ["/../secret", "404 text/html"],
    ["/%2e%2e/secret", "404 text/html"],
    ["/%zz", "400 text/html"],
  ])("responds to %s with %s", async (path, answer) => expect(await answerOf(path, files)).toBe(answer));

  it("responds like its image while the container's files are unchanged", async () => {
    expect(await answerOf("/anything")).toBe("200 text/plain; charset=utf-8 as the image has it");
  });
});

describe("Web servers", () => {
  it.each([
    ["registry.k8s.io/e2e-test-images/httpd:2.4.38-4", "/usr/local/apache2/htdocs"],
    ["nginx:1.27", "/usr/share/nginx/html"],
  ])("%s become unready when their page is deleted", async (image, root) => {
    const probe = { kind: "http", port: 80, path: "/index.html" } as const;
    const start = (files?: Readonly<Record<string, string>>) =>
      programFor({ image, command: [], args: [] }).start(startOf(image, files));
    expect(await start().answer(probe)).toMatchObject({ ok: true });
    expect(await start({ [`${root}/index.html`]: "x" }).answer(probe)).toMatchObject({ ok: true });
    expect(await start({}).answer(probe)).toEqual({ ok: false, text: "HTTP probe failed with statuscode: 404" });
  });
});
