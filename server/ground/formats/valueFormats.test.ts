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
    ["email", ["a@example.com"], ["a", "a b@example.com"]],
    ["hostname", ["a.example.com"], ["-a", "a_b"]],
    ["ipv4", ["10.0.0.1"], ["::1", "10.0.0"]],
    ["ipv6", ["::1"], ["10.0.0.1"]],
    ["cidr", ["10.0.0.0/8", "fd00::/8"], ["10.0.0.0", "10.0.0.0/33"]],
    ["uuid", ["123e4567-e89b-12d3-a456-426614174000"], ["123"]],
    ["byte", ["YWJj", ""], ["a", "%%%="]],
    ["uri", ["https://example.com/x", "/x"], ["not a uri"]],
    ["mac", ["00:00:5e:00:53:01"], ["00:00"]],
    ["duration", ["1h30m", "2 days"], ["soon"]],
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
