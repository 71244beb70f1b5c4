import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { placeOf, probeHttp, refusedAt, timedOutAt } from "../../programs/httpProbe.ts";
import type { HttpQuestion, Reply, TcpQuestion } from "../../programs/program.ts";
import type { FetchedMessage, FetchMessage } from "../../shell/messages.ts";

/** The ways from a node to anything that it reaches. */
export interface NodeNetwork {
  /** Asks as the node. @throws Error with the words of a client that gets no answer */
  fetch(request: FetchMessage): Promise<FetchedMessage>;
  /** Whether something takes connections at a place: empty, or why not. */
  connect(host: string, port: number): string;
}

/** Asks the host that a probe names, where that is not the pod. @param address where it is, or its name */
export async function askElsewhere(
  question: HttpQuestion | TcpQuestion,
  network: NodeNetwork,
  address: string,
): Promise<Reply> {
  const place = placeOf(question);
  if (question.kind === "tcp") {
    const problem = network.connect(address, question.port);
    return problem === "" ? { ok: true, text: "" } : { ok: false, text: inGo(problem, place, question.host) };
  }
  return probeHttp(question, "", async (url, headers) => {
    try {
      return await network.fetch({
        url: url.href,
        address,
        method: "GET",
        headers,
        body: new Uint8Array(),
        // A node looks at no certificates of what it probes.
        trust: "anyone",
      });
    } catch (error) {
      return inGo(messageOf(error), place, question.host);
    }
  });
}

/** What a client says that gets no answer, as programs of Go say it. */
function inGo(words: string, place: string, host: string | undefined): string {
  if (/resolve host|bad address/.test(words)) return `dial tcp: lookup ${host}: no such host`;
  if (/timed out/.test(words)) return timedOutAt(place);
  if (/connect|refused/i.test(words)) return refusedAt(place);
  if (/Empty reply/.test(words)) return "EOF";
  return /reset by peer/.test(words) ? `read tcp ${place}: read: connection reset by peer` : words;
}
