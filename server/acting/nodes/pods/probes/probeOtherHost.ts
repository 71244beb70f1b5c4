import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { placeOf, probeHttp, refusedAt, timedOutAt } from "../../programs/httpProbe.ts";
import type { HttpQuestion, Reply, TcpQuestion } from "../../programs/program.ts";
import type { FetchedMessage, FetchMessage } from "../../shell/messages.ts";

/** The network as seen from a node. */
export interface NodeNetwork {
  /** Sends a request from the node. @throws Error with a client's message when no response arrives */
  fetch(request: FetchMessage): Promise<FetchedMessage>;
  /** Tries a connection: empty when a program listens there, or the reason why it fails. */
  connect(host: string, port: number): string;
}

/** Asks the host that a probe names, when it is not the pod. @param address the host's address or name */
export async function probeOtherHost(
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
        // The kubelet does not verify certificates of what it probes.
        trust: "anyone",
      });
    } catch (error) {
      return inGo(messageOf(error), place, question.host);
    }
  });
}

/** The error message of a client without a response, in the words of Go programs. */
function inGo(words: string, place: string, host: string | undefined): string {
  if (/resolve host|bad address/.test(words)) return `dial tcp: lookup ${host}: no such host`;
  if (/timed out/.test(words)) return timedOutAt(place);
  if (/connect|refused/i.test(words)) return refusedAt(place);
  if (/Empty reply/.test(words)) return "EOF";
  return /reset by peer/.test(words) ? `read tcp ${place}: read: connection reset by peer` : words;
}
