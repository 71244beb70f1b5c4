import { expect, it } from "vitest";
import type { FetchDocument } from "../../../access/webhook/fetchDocument.ts";
import { readLink } from "./readLink.ts";

const { signal } = new AbortController();
const asked: string[] = [];
const answering =
  (status: number, text = ""): FetchDocument =>
  (url) => {
    asked.push(url);
    return Promise.resolve({ status, statusText: status === 404 ? "Not Found" : "", text });
  };

it("returns the text behind a link", async () => {
  expect(await readLink("https://example.com/lost-label.yaml", signal, answering(200, "id: x"))).toBe("id: x");
});

it.each([
  ["", "not a link"],
  ["lost-label.yaml", "not a link"],
  ["http://example.com/", "https://"],
  ["file:///etc/passwd", "https://"],
  ["javascript:alert(1)", "https://"],
  ["https://me:secret@example.com/", "a user or a password"],
])("refuses %j", async (link, message) => {
  asked.length = 0;
  await expect(readLink(link, signal, answering(200))).rejects.toMatchObject({
    code: 400,
    message: expect.stringContaining(message),
  });
  expect(asked).toEqual([]);
});

it("reports why the text is not available", async () => {
  await expect(readLink("https://example.com/x", signal, answering(404))).rejects.toMatchObject({
    code: 502,
    message: "The link cannot be read: the server answers 404 Not Found",
  });
  const failing: FetchDocument = () => Promise.reject(new Error("it broke"));
  await expect(readLink("https://example.com/x", signal, failing)).rejects.toMatchObject({ code: 502 });
});
