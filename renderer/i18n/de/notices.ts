import type { notices as english } from "../en/notices.ts";

export const notices: typeof english = {
  lost: "Der Kontakt ging verloren. Die Liste ist vielleicht nicht aktuell.",
  refused: "Der Server verweigert die Liste jetzt.",
  default: "Dieser Browser wurde noch nicht gefragt, ob Orrery Sie benachrichtigen darf.",
  granted: "Das System zeigt Benachrichtigungen, während Sie anderswo sind.",
  denied:
    "Dieser Browser erlaubt Orrery keine Benachrichtigungen; seine Einstellungen für diese Seite können das ändern.",
  unsupported: "Dieser Browser hat keine Benachrichtigungen.",
  ask: "Browser fragen",
};
