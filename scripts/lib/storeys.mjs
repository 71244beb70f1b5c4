/**
 * The storeys of server/, from the ground, each with its rooms in order (docs/architecture.md, section 2). A room may import
 * what stands before it: rooms earlier in its own storey, and all of the storeys below.
 */
export const STOREYS = [
  [
    "ground",
    [
      "formats",
      "rights",
      "request",
      "settings",
      "turns",
      "timing",
      "memory",
      "observability",
      "threads",
      "offload",
      "x509",
      "cel",
    ],
  ],
  ["model", ["schema", "encoding", "apply"]],
  ["store", ["storage", "cache"]],
  ["api", ["client", "registry", "extensions", "resources"]],
  ["access", ["kubeconfig", "webhook", "authorization", "authentication", "admission", "audit", "flowControl"]],
  ["serving", ["http", "aggregation", "streams", "endpoints"]],
  [
    "acting",
    [
      "actors",
      "causes",
      "trouble",
      "client",
      "informers",
      "events",
      "election",
      "placement",
      "volumes",
      "controllers",
      "scheduler",
      "disks",
      "nodes",
      "members",
    ],
  ],
  ["whole", ["options", "evaluator", "composition", "server.ts", "advice", "console", "commands", "main.ts"]],
];

/** What the console is built on, in order: what stands here imports, of renderer/, itself and what stands before it. */
export const RENDERER_BASE = ["localSettings", "api", "ui"];

const ROOMS = STOREYS.flatMap(([storey, rooms]) => rooms.map((room) => `${storey}/${room}`));

/** Place of a file of server/ in the order of all rooms; -1 when it stands in none of them. */
export function roomIndex(file) {
  const [, storey, room] = file.split("/");
  return ROOMS.indexOf(`${storey}/${room}`);
}

/** `acting/client`, for sentences. */
export const roomName = (index) => ROOMS[index] ?? "no room";
