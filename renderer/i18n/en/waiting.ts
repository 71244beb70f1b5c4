/** Texts about a server that is slow or unavailable, or whose response the user did not wait for. */
export const waiting = {
  slow: "The server is slow to answer.",
  listGivenUp: "You stopped reading this list",
  listGivenUpText: "Nothing is known about what the server has here.",
  writeAbandoned:
    "You stopped waiting for the answer. The server may have saved the change all the same; saving again is safe: nothing that others wrote is overwritten.",
  deletionAbandoned:
    "You stopped waiting for the answer. The server may have deleted it all the same; deleting again is safe: only this very object is meant.",
  unknown: "Not waited for; the server may have done it all the same.",
  gone: "The object was deleted on the server. Your text is kept; you can create the object again from it.",
  again: "Try again",
  goBack: "Go back",
};
