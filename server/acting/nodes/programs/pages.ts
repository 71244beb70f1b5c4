import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import type { ProgramStart } from "./program.ts";

/** A response with its content length. */
export function response(status: number, type: string, content: string | Uint8Array): PodResponse {
  const body = Buffer.from(content as string);
  return { status, headers: { "content-type": type, "content-length": String(body.length) }, body };
}

/** An HTML page with a title and paragraphs. */
export const page = (title: string, lines: readonly string[]): string =>
  `<!DOCTYPE html>\n<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n${lines.map((line) => `<p>${line}</p>\n`).join("")}</body>\n</html>\n`;

/** The default page of a web server without any content. */
export const welcome =
  (title: string) =>
  ({ path }: PodRequest, { pod }: ProgramStart): PodResponse =>
    path.split("?")[0] === "/" || path.startsWith("/index.html")
      ? response(
          200,
          "text/html",
          page(title, [`This page is simulated. Pod ${pod.name} in ${pod.namespace} served it.`]),
        )
      : response(404, "text/html", page("404 Not Found", []));

/** The response of an unknown program for any path: it names the pod. */
export const podNamePage = ({ method, path }: PodRequest, { image, pod }: ProgramStart): PodResponse =>
  response(
    200,
    "text/plain; charset=utf-8",
    `${method} ${path}\nThis answer is simulated. Pod ${pod.name} in ${pod.namespace} stands in for ${image}.\n`,
  );

/** Returns the request, as echo servers do. */
export const echo = ({ method, path, headers, body }: PodRequest, { pod }: ProgramStart): PodResponse => {
  const lines = Object.entries(headers).map(([name, value]) => `\t${name}=${value}\n`);
  return response(
    200,
    "text/plain",
    `Hostname: ${pod.name}\n\nRequest Information:\n\tmethod=${method}\n\treal path=${path}\n\nRequest Headers:\n${lines.join("")}\nRequest Body:\n${Buffer.from(body).toString("utf8")}\n`,
  );
};

/** The response of the images in the reference's demonstration of rolling updates: their data names a picture. */
export const picture =
  (name: string) =>
  ({ path }: PodRequest): PodResponse => {
    if (path === "/data.json") return response(200, "application/json", `{\n  "image": "${name}"\n}\n`);
    return path === "/" ? response(200, "text/html", page(name, [])) : response(404, "text/html", page("404", []));
  };

/** A response of plain text. */
export const plainText = (status: number, text: string): PodResponse =>
  response(status, "text/plain; charset=utf-8", text);

/** The beginnings of HTML pages that Go's content type detection recognizes. */
const PAGE_START =
  /^[\t\n\f\r ]*<(?:!DOCTYPE HTML|HTML|HEAD|SCRIPT|IFRAME|H1|DIV|FONT|TABLE|A|STYLE|TITLE|B|BODY|BR|P|!--)[ >]/i;

/** A text without a declared type: a Go server detects it from the beginning of the text. */
export const writtenText = (status: number, text: string): PodResponse =>
  response(status, PAGE_START.test(text) ? "text/html; charset=utf-8" : "text/plain; charset=utf-8", text);

/** The name of the pod, as the reference's test images return it. */
export const hostname = (_request: PodRequest, { pod }: ProgramStart): PodResponse => plainText(200, pod.name);

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A line of an access log in the common log format of web servers. */
export function accessLine({ method, path, headers }: PodRequest, { status, body }: PodResponse, now: number): string {
  const [date = "", time = ""] = new Date(now).toISOString().split("T");
  const [year, month, day] = date.split("-");
  const when = `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
  const from = headers["x-forwarded-for"] ?? "10.244.0.1";
  return `${from} - - [${when}] "${method} ${path} HTTP/1.1" ${status} ${body.length} "-" "${headers["user-agent"] ?? "-"}"`;
}
