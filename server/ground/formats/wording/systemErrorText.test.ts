import { statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isSystemError, systemErrorText } from "./systemErrorText.ts";

const textOf = (error: unknown): string => (isSystemError(error) ? systemErrorText(error) : "no system error");

/** Listens once more on an address. @returns the text of the error */
const listening = (host: string, port: number): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(textOf(error)));
    server.listen(port, host, () => server.close(() => resolve("no error")));
  });

it("names an address that is taken, or that the machine does not have", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  expect(await listening("127.0.0.1", port)).toBe(
    `127.0.0.1:${port} is in use by another program; choose another port`,
  );
  server.close();
  expect(await listening("192.0.2.7", 0)).toBe("192.0.2.7 is not an address of this machine");
});

it("names a path through a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "orrery-system-error-"));
  const below = join(folder, "file", "below");
  writeFileSync(join(folder, "file"), "");
  try {
    statSync(below);
  } catch (error) {
    expect(textOf(error)).toBe(`${below} leads through a file that is not a folder`);
  }
  expect.assertions(1);
  await rm(folder, { recursive: true });
});

it("keeps the message of other errors, and puts IPv6 addresses in brackets", () => {
  const failed = (fields: object): Error => Object.assign(new Error("message"), { syscall: "listen", ...fields });
  expect(textOf(failed({ code: "EAGAIN", path: "/x" }))).toBe("message");
  expect(textOf(failed({ code: "EACCES", address: "::1", port: 443 }))).toBe(
    "[::1]:443 is not allowed for this user; choose a port above 1023",
  );
  expect(textOf(new Error("x"))).toBe("no system error");
});
