/**
 * The storeys of server/, from the ground, each with its rooms in order (docs/architecture.md, section 2). A room may
 * import what comes before it: earlier rooms of its own storey, and all rooms of the storeys below.
 */
export const STOREYS = [
  [
    "ground",
    [
      "formats",
      "rights",
      "request",
      "timing",
      "settings",
      "turns",
      "memory",
      "observability",
      "threads",
      "offload",
      "x509",
      "cel",
    ],
  ],
  ["model", ["schema", "encoding", "apply"]],
  ["store", ["storage", "journal", "cache"]],
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

/** The base folders of the console, in order: each may import, of renderer/, only itself and the folders before it. */
export const RENDERER_BASE = ["localSettings", "api", "ui"];

const ROOMS = STOREYS.flatMap(([storey, rooms]) => rooms.map((room) => `${storey}/${room}`));

/** Index of the room of a file of server/ in the order of all rooms; -1 when it is in none of them. */
export function roomIndex(file) {
  const [, storey, room] = file.split("/");
  return ROOMS.indexOf(`${storey}/${room}`);
}

/** Name of a room for messages, as `acting/client`. */
export const roomName = (index) => ROOMS[index] ?? "no room";
