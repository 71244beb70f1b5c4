import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { LANGUAGE_COOKIE } from "../../../../shared/language.ts";
import { sendRefusal } from "./refusalPage.ts";

/** The answer to a refused request with the given headers. */
function answerTo(headers: Record<string, string>, status: 401 | 421 = 401, method = "GET") {
  const answer = { status: 0, headers: {} as Record<string, string>, body: "" };
  const response = {
    writeHead(code: number, sent: Record<string, string>) {
      Object.assign(answer, { status: code, headers: sent });
    },
    end(body: string) {
      answer.body = body;
    },
  };
  const request = { method, headers } as unknown as IncomingMessage;
  sendRefusal({ status, message: "Refused." }, request, response as unknown as ServerResponse, { "x-own": "kept" });
  return answer;
}

const PAGE = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("a view gets a page that says what to do", () => {
  const { status, headers, body } = answerTo(PAGE);
  expect(status).toBe(401);
  expect(headers).toMatchObject({ "x-own": "kept", "content-type": "text/html; charset=utf-8" });
  expect(body).toContain("<code>orrery open</code>");
  expect(body).toContain('<html lang="en">');
});

test("in the browser's language, unless the user has chosen another one in the console", () => {
  const german = { ...PAGE, "accept-language": "de-AT,de;q=0.9,en;q=0.5" };
  expect(answerTo(german).body).toContain("Orrery neu öffnen");
  expect(answerTo({ ...german, cookie: `a=b; ${LANGUAGE_COOKIE}=en` }).body).toContain("Open Orrery again");
  expect(answerTo({ ...PAGE, cookie: `${LANGUAGE_COOKIE}=de` }).headers["content-language"]).toBe("de");
  expect(answerTo({ ...PAGE, cookie: `${LANGUAGE_COOKIE}=<script>` }).body).not.toContain("<script>");
});

test("requests that load no view get one line", () => {
  for (const answer of [answerTo({}), answerTo(PAGE, 421), answerTo(PAGE, 401, "POST")]) {
    expect(answer.body).toBe("Refused.\n");
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
  }
});
