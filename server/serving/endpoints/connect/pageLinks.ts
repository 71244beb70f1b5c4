import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { withoutMarkup } from "../../../../shared/text/withoutMarkup.ts";

/** Attributes that contain a URL, by tag name: those that the reference's proxy rewrites. */
const LINKS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: "href",
    applet: "codebase",
    area: "href",
    audio: "src",
    base: "href",
    blockquote: "cite",
    body: "background",
    button: "formaction",
    command: "icon",
    del: "cite",
    embed: "src",
    form: "action",
    frame: "longdesc src",
    head: "profile",
    html: "manifest",
    iframe: "longdesc src",
    img: "longdesc src usemap",
    input: "src usemap formaction",
    ins: "cite",
    link: "href",
    object: "classid codebase data usemap",
    q: "cite",
    script: "src",
    source: "src",
    video: "poster src",
  }).map(([tag, names]) => [tag, new Set(names.split(" "))]),
);

/** Tags whose content is raw text up to their end tag: it contains no tags. */
const TEXTS = new Set("iframe noembed noframes noscript script style textarea title xmp".split(" "));

const NAME = /[a-z][^\t\n\f\r />]*/iy;
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />=]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"']+)))?/y;

/**
 * Rewrites the URLs in the tags of an HTML page; the rest stays unchanged.
 * @param change returns the new URL; a URL that it returns unchanged keeps its original spelling
 */
export function* withLinks(page: string, change: (url: string) => string): Steps<string> {
  const parts: string[] = [];
  let copied = 0;
  for (let at = page.indexOf("<"); at >= 0; at = page.indexOf("<", at)) {
    if (isTurnDue()) yield;
    if (page.startsWith("<!--", at)) {
      const end = page.indexOf("-->", at + "<!--".length);
      if (end < 0) break;
      at = end + "-->".length;
      continue;
    }
    const tag = foundAt(NAME, page, at + 1)?.[0].toLowerCase();
    if (tag === undefined) {
      at += 1;
      continue;
    }
    let end = at + 1 + tag.length;
    for (let found = foundAt(ATTRIBUTE, page, end); found !== null; found = foundAt(ATTRIBUTE, page, end)) {
      if (isTurnDue()) yield;
      const [whole, name = "", double, single, bare] = found;
      end += whole.length;
      const value = double ?? single ?? bare;
      if (value === undefined || LINKS.get(tag)?.has(name.toLowerCase()) !== true) continue;
      const url = unescaped(value);
      const changed = change(url);
      if (changed === url) continue;
      const start = found.index + valueStart(whole, name);
      parts.push(page.slice(copied, start), `"${escaped(changed)}"`);
      copied = end;
    }
    at = end;
    if (TEXTS.has(tag)) {
      const close = endOfText(page, tag, end);
      if (close < 0) break;
      at = close;
    }
  }
  parts.push(page.slice(copied));
  return parts.join("");
}

/** Matches a sticky pattern at an offset. Pages that are rewritten at the same time share the patterns. */
function foundAt(pattern: RegExp, page: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(page);
}

/** The offset at which the value of an attribute begins, after its name and the equals sign. */
const valueStart = (attribute: string, name: string): number =>
  attribute.indexOf("=", attribute.indexOf(name) + name.length) + 1;

/** The offset of the end tag of a text; -1 when there is none. */
function endOfText(page: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}[\\t\\n\\f\\r />]`, "gi");
  end.lastIndex = from;
  return end.exec(page)?.index ?? -1;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#34": '"', "#39": "'" };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#34|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

const escaped = (text: string): string => withoutMarkup(text).replaceAll('"', "&#34;").replaceAll("'", "&#39;");
