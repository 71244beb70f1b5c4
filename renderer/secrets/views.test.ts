import fc from "fast-check";
import { expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { hideBoth, hideSecrets } from "../../shared/secrets/hideSecrets.ts";
import { auditLines, rowOf } from "../activity/audit/auditView.ts";
import { eventLines, readEvent } from "../activity/inspector/rawEvent.ts";
import { editingText } from "../editor/editingText.ts";
import { comparableText } from "../history/comparable.ts";
import { ownershipOf } from "../resources/ownership/ownership.ts";
import { hideSecretsInText } from "./hideSecretsInText.ts";

const APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** A secret as written by client-side apply. */
function applied(values: Record<string, string>): ApiObject {
  const sent = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: values };
  const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, btoa(value)]));
  const fields = Object.fromEntries(Object.keys(data).map((key) => [`f:${key}`, {}]));
  return {
    ...sent,
    stringData: undefined,
    metadata: {
      name: "s",
      annotations: { [APPLIED]: `${JSON.stringify(sent)}\n` },
      managedFields: [{ manager: "m", operation: "Update", fieldsV1: { "f:data": { ".": {}, ...fields } } }],
    },
    data,
  };
}

it("no displayed or exported text contains a secret value", () => {
  const key = fc.stringMatching(/^[a-z]{3,8}$/);
  const value = fc.stringMatching(/^planted-[A-Za-z0-9!$%&/=?"'{}:,\n\t-]{4,24}$/);
  fc.assert(
    fc.property(fc.dictionary(key, value, { minKeys: 1 }), fc.dictionary(key, value), (one, two) => {
      const [before, after] = [applied(one), applied(two)];
      const frame = JSON.stringify({ type: "ADDED", object: before });
      const event = {
        auditID: "a",
        stage: "ResponseComplete" as const,
        verb: "get",
        requestURI: "/",
        user: {},
        stageTimestamp: "",
        responseObject: before,
      };
      const shown = [
        editingText(hideSecrets(before)),
        ...ownershipOf(hideSecrets(before)).lines.map(({ text }) => text),
        ...hideBoth(before, after, "changed").map(comparableText),
        eventLines([readEvent(1, 0, frame)]),
        auditLines([rowOf({ sequence: 1, event })]),
        hideSecretsInText(JSON.stringify({ kind: "SecretList", items: [before] }, null, 2)),
        hideSecretsInText(comparableText(before)),
      ].join("\n");
      for (const planted of [...Object.values(one), ...Object.values(two)]) {
        for (const form of [planted, btoa(planted), JSON.stringify(planted).slice(1, -1), "planted-"]) {
          expect(shown).not.toContain(form);
        }
      }
    }),
  );
});
