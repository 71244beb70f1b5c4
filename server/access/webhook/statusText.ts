import { quoted } from "../../../shared/text/quoted.ts";

const TEXTS: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** Maximum number of characters of a response that are quoted. */
const QUOTED = 2048;

const UNKNOWN = "unknown";

/** The reference's message for a failed response. @param body the response's text; undefined when it is not text */
export function describeStatus(status: number, body: string | undefined): string {
  const text = (body ?? UNKNOWN).slice(0, QUOTED).trim();
  // For some statuses, the response's text is more informative.
  if (status === 403 || status === 415) return text;
  if (status === 406) {
    const isSaid = text !== "" && text !== UNKNOWN;
    return isSaid ? text : "the server was unable to respond with a content type that the client supports";
  }
  const known = TEXTS[status];
  if (known !== undefined) return known;
  if (status >= 500) return `an error on the server (${quoted(text)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}
