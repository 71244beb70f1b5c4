import type { Texts } from "../en.ts";

export const panes: Texts["panes"] = {
  title: "Zwei Bereiche",
  open: "Zweiten Bereich öffnen",
  viewBeside: "In zweitem Bereich ansehen",
  self: "Sie selbst",
  left: "Linker Bereich, Sicht von: {{who}}",
  right: "Rechter Bereich, Sicht von: {{who}}",
  viewAs: "Ansehen als …",
  follow: "Seite des anderen Bereichs zeigen",
  close: "Diesen Bereich schließen",
  divider: "Breite der Bereiche",
  share: "Linker Bereich: {{share}} Prozent",
  keys: "Zum linken oder rechten Bereich wechseln",
};
