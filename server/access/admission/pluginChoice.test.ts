import { describe, expect, it } from "vitest";
import { OptionError } from "../../ground/settings/optionError.ts";
import { KNOWN_PLUGINS } from "./builtInPlugins.ts";
import { pluginChoice } from "./pluginChoice.ts";
import { admissionPlugins } from "./plugins.ts";
import { testDependencies } from "./testing/request.ts";

const choose = (parts: Partial<Parameters<typeof pluginChoice>[0]>) =>
  pluginChoice({ admissionControl: [], enableAdmissionPlugins: [], disableAdmissionPlugins: [], ...parts });

describe("pluginChoice", () => {
  it("uses the enable and disable flags", () => {
    const parts = { enableAdmissionPlugins: ["NodeRestriction"], disableAdmissionPlugins: ["Priority"] };
    expect(choose(parts)).toEqual({ choice: { enabled: ["NodeRestriction"], disabled: ["Priority"] }, warnings: [] });
  });

  it("with --admission-control enables exactly the listed plugins", () => {
    const { choice, warnings } = choose({ admissionControl: ["NodeRestriction", "NamespaceLifecycle"] });
    const names = admissionPlugins(testDependencies(), choice).map(({ name }) => name);
    expect(names).toEqual(["NamespaceLifecycle", "NodeRestriction"]);
    expect(choice.disabled).toHaveLength(KNOWN_PLUGINS.length - 2);
    expect(warnings).toEqual([expect.stringContaining("--admission-control is deprecated")]);
  });

  it("warns about deprecated plugins", () => {
    expect(choose({ enableAdmissionPlugins: ["AlwaysDeny"] }).warnings).toEqual([
      "the admission plugin AlwaysDeny is deprecated: remove it from configuration files and scripts",
    ]);
  });

  it.each<[Parameters<typeof choose>[0], string]>([
    [{ admissionControl: ["Nope"] }, 'admission-control plugin "Nope" is unknown'],
    [
      { admissionControl: ["Priority", "Nope"], disableAdmissionPlugins: ["Priority"] },
      '[admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive, admission-control plugin "Nope" is unknown]',
    ],
  ])("rejects %j", (parts, message) => {
    expect(() => choose(parts)).toThrow(new OptionError(message));
  });
});
