/**
 * Random values of a type, for property tests: of the right types, without empty lists or texts that would be dropped.
 */
import type { ScalarNode, TypeNode } from "../../../../shared/schema/typeNode.ts";

/** A seeded pseudo-random generator of numbers below `limit`. */
export type Random = (limit: number) => number;

/** @example const random = seeded(42); random(10) */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

const MAX_DEPTH = 7;
const TEXTS = ["a", "name", "ünïcode 世界", 'with "quotes"', "0", "x".repeat(200)];
const QUANTITIES = ["0", "1", "100m", "1Gi", "1500m", "-3", "1e3", "12345678901234"];

/** Undefined when the type contains itself too deeply. */
export function randomValue(type: TypeNode, random: Random, depth = 0): unknown {
  switch (type.kind) {
    case "scalar":
      return randomScalar(type, random);
    case "list": {
      const items = Array.from({ length: 1 + random(2) }, () => randomValue(type.items, random, depth + 1));
      return items.some((item) => item === undefined) ? undefined : items;
    }
    case "map": {
      const value = randomValue(type.values, random, depth + 1);
      return value === undefined ? undefined : { [`k${random(9)}`]: value, "a/b.c": value };
    }
    case "struct": {
      if (depth > MAX_DEPTH) return undefined;
      const result: Record<string, unknown> = {};
      const hasBinary = type.fields.some((field) => field.tag !== undefined);
      for (const field of type.byName.values()) {
        // Kind and apiVersion are lost in binary form, where only the envelope contains them.
        const lost = hasBinary && field.tag === undefined && field.via === undefined;
        if (lost || random(3) > 0) continue;
        const value = randomValue(field.type, random, depth + 1);
        if (value !== undefined) result[field.name] = value;
      }
      return result;
    }
    case "any":
      if (type.form === "schemaOrBool") return random(2) === 0;
      if (type.form === "schemaOrStringArray") return ["x", "y"];
      if (type.form === "schemaOrArray") return type.schema && randomValue(type.schema, random, depth + 2);
      return { free: [1, "two", null, { three: true }] };
  }
}

function randomScalar(type: ScalarNode, random: Random): unknown {
  switch (type.scalar) {
    case "string":
      return TEXTS[random(TEXTS.length)];
    case "bool":
      return random(2) === 0;
    case "int32":
      return random(2 ** 32) - 2 ** 31;
    case "int64":
      return (random(2) === 0 ? -1 : 1) * random(2 ** 32) * 2 ** 20;
    case "double":
    case "float":
      return random(1000) / 8;
    case "bytes":
      return Buffer.from(TEXTS[random(TEXTS.length)] ?? "").toString("base64");
    case "time":
      return new Date(random(4e9) * 1000).toISOString().replace(".000", "");
    case "microTime":
      return new Date(random(4e9) * 1000).toISOString().replace("000Z", "123456Z");
    case "duration":
      return `${1 + random(100)}m0s`;
    case "quantity":
      return QUANTITIES[random(QUANTITIES.length)];
    case "intOrString":
      return random(2) === 0 ? random(65536) : "25%";
  }
}
