import { describe, expect, it } from "vitest";
import { advance, atOnce } from "../../../../shared/steps.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { proxiedAnswer } from "./proxiedAnswer.ts";

const PREFIX = "/api/v1/namespaces/default/pods/web:80/proxy";
const request = { prefix: PREFIX, authority: "10.244.0.2:80" };
const answered = (headers: Record<string, string>, text = "") => {
  const answer = atOnce(proxiedAnswer({ status: 200, headers, body: Buffer.from(text) }, request));
  return { ...answer, text: Buffer.from(answer.body).toString("utf8") };
};
const page = (text: string, type = "text/html; charset=utf-8") => answered({ "content-type": type }, text).text;

describe("a response through a proxy", () => {
  it.each([
    ['<a href="/x">ü</a>', `<a href="${PREFIX}/x">ü</a>`],
    ["<A class=b HREF = '/x/?a=1&amp;b=2#c' id=d>", `<A class=b HREF ="${PREFIX}/x/?a=1&amp;b=2#c" id=d>`],
    ["<img src=/x.png usemap='/m'/><script src=/s></script>", null],
    ['<a href="x">', '<a href="x">'],
    ['<a href="//other/x">', '<a href="//other/x">'],
    ['<a href="http://10.244.0.2:80/x">', `<a href="${PREFIX}/x">`],
    [`<a href="${PREFIX}/x">`, `<a href="${PREFIX}/x">`],
    ['<p title="/x">/y <!-- <a href="/x"> --> 1 < 2', '<p title="/x">/y <!-- <a href="/x"> --> 1 < 2'],
    ['<script>"<a href=/x>"</script><a href=/x>', `<script>"<a href=/x>"</script><a href="${PREFIX}/x">`],
    ['<a href="/x', '<a href="/x'],
    ["<!-- <a href=/x>", "<!-- <a href=/x>"],
  ])("rewrites links to paths below the proxy: %s", (text, expected) => {
    const all = `<img src="${PREFIX}/x.png" usemap="${PREFIX}/m"/><script src="${PREFIX}/s"></script>`;
    expect(page(text)).toBe(expected ?? all);
  });

  it("is unchanged when it is not HTML, or compressed", () => {
    expect(page('<a href="/x">', "text/plain")).toBe('<a href="/x">');
    const headers = { "content-type": "text/html", "content-encoding": "gzip" };
    expect(answered(headers, '<a href="/x">').text).toBe('<a href="/x">');
  });

  it("has its content-length updated", () => {
    const { headers, body } = answered({ "content-type": "text/html", "content-length": "12" }, '<a href="/">');
    expect(headers["content-length"]).toBe(String(body.length));
  });

  it("rewrites redirects to paths below the proxy, and drops CORS headers", () => {
    const { headers } = answered({ location: "/login?x=1", "access-control-allow-origin": "*", "x-a": "b" });
    expect(headers).toEqual({ location: `${PREFIX}/login?x=1`, "x-a": "b" });
    expect(answered({ location: "https://other.example/x" }).headers["location"]).toBe("https://other.example/x");
  });

  it("yields to other work in the middle of a tag, also with several pages at once", async () => {
    const large = `<a ${"b ".repeat(200_000)}href="/x">${'<a href="/x">'.repeat(20_000)}`;
    const response = { status: 200, headers: { "content-type": "text/html" }, body: Buffer.from(large) };
    const answers = await Promise.all([1, 2].map(() => inTurns(proxiedAnswer(response, request))));
    for (const { body } of answers) {
      expect(Buffer.from(body).toString("utf8")).toBe(large.replaceAll('"/x"', `"${PREFIX}/x"`));
    }
    let turns = 0;
    for (const steps = proxiedAnswer(response, request); advance(steps, 0).done !== true; ) turns += 1;
    expect(turns).toBeGreaterThan(2);
  });

  it("is rewritten in linear time, whatever is left unclosed", () => {
    for (const piece of ["<a href='", '<a href="', "<!--", "<script>", "<a ", "<"]) {
      const text = piece.repeat(100_000);
      const began = performance.now();
      page(text);
      expect(performance.now() - began).toBeLessThan(2000);
    }
  });
});
