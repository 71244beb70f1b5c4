import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseLanguage, LANGUAGE_COOKIE, type LanguageCode, preferredLanguages } from "../../../../shared/language.ts";
import type { Refusal } from "../guard.ts";

interface Words {
  readonly title: string;
  /** Sentences; a command is in backquotes. */
  readonly text: string;
}

/** What a user reads who loads a view without a session of this launch. */
const NO_SESSION: Readonly<Record<LanguageCode, Words>> = {
  en: {
    title: "Open Orrery again",
    text:
      "This browser has no session with the running console: Orrery was restarted, or the browser has deleted its " +
      "cookies. Run `orrery open` in a terminal: it opens the running console with a new session, or starts one.",
  },
  de: {
    title: "Orrery neu öffnen",
    text:
      "Dieser Browser hat keine Sitzung bei der laufenden Konsole: Orrery wurde neu gestartet, oder der Browser hat " +
      "seine Cookies gelöscht. Rufen Sie in einem Terminal `orrery open` auf: Der Befehl öffnet die laufende Konsole mit " +
      "einer neuen Sitzung oder startet eine.",
  },
};

const STYLE =
  ":root{color-scheme:light dark;font:15px/1.6 system-ui,sans-serif;background:light-dark(#f6f7f9,#0e1117);" +
  "color:light-dark(#1a2030,#e3e7ef)}main{max-width:34rem;margin:20vh auto 0;padding:0 1.5rem}" +
  "h1{font-size:1.2rem}code{white-space:nowrap;padding:.1em .4em;border-radius:4px;background:light-dark(#e4e7ec,#232935)}";

/**
 * Answers a request that the guard refused: a browser that loads a view without a session gets a page that says what to
 * do, in the language that the user chose in the console, else in one that the browser prefers; all others get a line.
 */
export function sendRefusal(
  refusal: Refusal,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void {
  const isView = request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
  if (refusal.status !== 401 || !isView) {
    response.writeHead(refusal.status, { ...headers, "content-type": "text/plain; charset=utf-8" });
    response.end(`${refusal.message}\n`);
    return;
  }
  const language = languageOf(request);
  const { title, text } = NO_SESSION[language];
  response.writeHead(refusal.status, {
    ...headers,
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "cache-control": "no-store",
  });
  response.end(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1>` +
      `<p>${text.replace(/`([^`]+)`/g, "<code>$1</code>")}</p></main></html>\n`,
  );
}

function languageOf({ headers }: IncomingMessage): LanguageCode {
  const prefix = `${LANGUAGE_COOKIE}=`;
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const kept = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? "";
  return chooseLanguage(kept, preferredLanguages(headers["accept-language"] ?? ""));
}
