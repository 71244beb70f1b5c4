import { describe, expect, it } from "vitest";
import { KNOWN_PLUGINS } from "./builtInPlugins.ts";
import { admissionPlugins } from "./plugins.ts";
import { testDependencies } from "./testing/request.ts";

const names = (choice?: Parameters<typeof admissionPlugins>[1]) =>
  admissionPlugins(testDependencies(), choice).map(({ name }) => name);

describe("admissionPlugins", () => {
  it("start with NamespaceLifecycle and end with ResourceQuota after the late plugins", () => {
    const late = { name: "ValidatingAdmissionWebhook", handles: () => false };
    expect(names({ late: [late] })[0]).toBe("NamespaceLifecycle");
    expect(names({ late: [late] }).slice(-2)).toEqual(["ValidatingAdmissionWebhook", "ResourceQuota"]);
    expect(names({ late: [late], disabled: ["ValidatingAdmissionWebhook"] })).not.toContain(late.name);
  });

  it("run late plugins in the standard order", () => {
    const late = ["ValidatingAdmissionWebhook", "MutatingAdmissionWebhook"].map((name) => ({
      name,
      handles: () => false,
    }));
    expect(names({ late }).slice(-3)).toEqual([
      "MutatingAdmissionWebhook",
      "ValidatingAdmissionWebhook",
      "ResourceQuota",
    ]);
  });

  it("inserts enabled plugins at their place and omits disabled ones", () => {
    expect(names()).not.toContain("NodeRestriction");
    const some = names({ enabled: ["NodeRestriction"], disabled: ["Priority"] });
    expect(some.indexOf("NodeRestriction")).toBe(some.indexOf("ServiceAccount") + 1);
    expect(some).not.toContain("Priority");
  });

  it("creates plugins with their registered names", () => {
    const has = ({ name }: (typeof KNOWN_PLUGINS)[number]) => name !== "EventRateLimit";
    const choice = { enabled: KNOWN_PLUGINS.filter(has).map(({ name }) => name) };
    const made = KNOWN_PLUGINS.filter((plugin) => has(plugin) && typeof plugin.make === "function").map(
      ({ name }) => name,
    );
    expect(names(choice)).toEqual(made);
  });

  it.each([
    [{ enabled: ["Nope"] }, 'enable-admission-plugins plugin "Nope" is unknown'],
    [{ disabled: ["Nope"] }, 'disable-admission-plugins plugin "Nope" is unknown'],
    [
      { enabled: ["Priority", "LimitRanger"], disabled: ["Priority", "LimitRanger"] },
      "[LimitRanger Priority] in enable-admission-plugins and disable-admission-plugins overlapped",
    ],
    [
      { enabled: ["A"], disabled: ["B"] },
      '[enable-admission-plugins plugin "A" is unknown, disable-admission-plugins plugin "B" is unknown]',
    ],
    [
      { enabled: ["EventRateLimit"] },
      `couldn't init admission plugin "EventRateLimit": a configuration with limits is needed`,
    ],
  ])("rejects %j", (choice, message) => {
    expect(() => names(choice)).toThrow(new RangeError(message));
  });
});
