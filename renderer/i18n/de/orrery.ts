import type { orrery as english } from "../en/orrery.ts";

/** Texts of the picture of what happens in a sandbox. */
export const orrery: typeof english = {
  title: "Was geschieht",
  picture:
    "Der API-Server in der Mitte, um ihn {{actors}} Handelnde und {{nodes}} Nodes mit ihren Pods. Die Liste daneben sagt, was getan wurde.",
  people: "Menschen",
  revision: "Rev. {{revision}}",
  done: "Was getan wurde",
  of: "Was {{actor}} tat",
  following: "Auf der Spur von {{actor}}",
  all: "Alles zeigen",
  because: "wegen",
  by: "von {{manager}}",
  more_one: "und {{count}} weitere",
  more_other: "und {{count}} weitere",
  write: "schreibt",
  told: "erfährt",
  player: "Wiedergabe",
  play: "Abspielen",
  pause: "Anhalten",
  step: "Nächster Schritt",
  speed: "Tempo",
  position: "Wie weit gezeigt wurde",
  nothing: "Noch nichts",
  nothingText: "Noch hat niemand gehandelt. Legen Sie ein Deployment an und sehen Sie zu.",
  waiting_one: "{{count}} wartet",
  waiting_other: "{{count}} warten",
  unavailable: "Hier gibt es nichts zu zeigen",
  unavailableText:
    "Das Bild zeigt Sandboxes mit simulierten Nodes, und zwar allen, die Pfade außerhalb der Ressourcen lesen dürfen.",
};
