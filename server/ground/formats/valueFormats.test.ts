import { describe, expect, it } from "vitest";
import { hasFormat } from "./valueFormats.ts";

describe("hasFormat", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "date-time",
      ["2024-01-01T00:00:00Z", "2024-02-29t23:59:59.123+02:00"],
      ["tomorrow", "2024-01-01", "2023-02-29T00:00:00Z", "2024-01-01T25:00:00Z"],
    ],
    ["date", ["2024-12-31"], ["2024-13-01", "2024-1-1"]],
    [
      "email",
      ["a@example.com", "A Person <a@b>", '"a b"@c', "a@[10.0.0.1]", " a@b (c)", "<a@b>"],
      ["a", "a b@example.com", "a@", "a..b@c", ".a@b", "a@b.", "a@b c", "a@b>", `${"a ".repeat(10_000)}<`],
    ],
    [
      "hostname",
      ["a.example.com", "my-host.example.com", "a", "a-b", "\u00e9.de"],
      ["-a", "a_b", "my-host", "a.b1", "10.0.0.1", "a.example.com.", `${"a".repeat(64)}.com`, ""],
    ],
    ["ipv4", ["10.0.0.1", "010.0.0.1", "::ffff:10.0.0.1"], ["::1", "10.0.0"]],
    ["ipv6", ["::1"], ["10.0.0.1", "fe80::1%eth0"]],
    ["cidr", ["10.0.0.0/8", "fd00::/8"], ["10.0.0.0", "10.0.0.0/33"]],
    ["uuid4", ["123e4567-e89b-42d3-a456-426614174000"], ["123e4567-e89b-42d3-c456-426614174000"]],
    ["uuid5", ["123e4567-e89b-52d3-a456-426614174000"], ["123e4567-e89b-42d3-a456-426614174000"]],
    ["uuid", ["123e4567-e89b-12d3-a456-426614174000"], ["123"]],
    ["byte", ["YWJj", "YQ=="], ["a", "%%%=", ""]],
    ["uri", ["https://example.com/x", "/x"], ["not a uri"]],
    [
      "mac",
      ["00:00:5e:00:53:01", "00-00-5E-00-53-01-02-03", "0000.5e00.5301"],
      ["00:00", "00:00-5e:00:53:01", "00:00:5e:00:53:01:02", "00:00:5e:00:53:01:"],
    ],
    ["rgbcolor", ["rgb(0, 255,10 )"], ["rgb(0,256,1)", "rgb(01,1,1)"]],
    [
      "duration",
      ["1h30m", "2 days", "in 3 weeks", "1 hr", "1wk 2 fortnights"],
      ["soon", "2 fortnights", "1 ho", "99999999999999999999 days", "1".repeat(1_000_000), `1${" ".repeat(1_000_000)}`],
    ],
    ["isbn", ["3836221195", "978-4-87311-368-5"], ["3836221190", "x"]],
    ["isbn10", ["3-8362-2119-5"], ["9784873113685"]],
    ["isbn13", ["9784873113685"], ["3836221195", "9784873113680"]],
    ["creditcard", ["4111-1111-1111-1111"], ["4111-1111-1111-1112", "foo"]],
    ["ssn", ["191-60-2869"], ["1916028690", "19-60-28690"]],
    ["anything-else", ["", "x"], []],
  ])("%s", (format, good, bad) => {
    for (const text of good) expect([text, hasFormat(format, text)]).toEqual([text, true]);
    for (const text of bad) expect([text, hasFormat(format, text)]).toEqual([text, false]);
  });
});
