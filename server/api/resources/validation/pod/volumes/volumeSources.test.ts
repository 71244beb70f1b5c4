import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../../../shared/steps.ts";
import { pod, testContext, texts } from "../../../testing/objects.ts";
import { validatePodSpec } from "../podSpec.ts";

/** Errors of a pod with one volume. */
const of = (source: object): string[] => {
  const { spec } = pod({ volumes: [{ name: "v", ...source }] });
  return texts(atOnce(validatePodSpec(spec as Parameters<typeof validatePodSpec>[0], "spec", testContext())));
};
const at = (text: string): string => `spec.volumes[0].${text}`;

describe("Volume", () => {
  const cases: readonly [source: object, errors: readonly string[]][] = [
    [{ emptyDir: {} }, []],
    [
      { emptyDir: { sizeLimit: "-1" } },
      [at("emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity")],
    ],
    [{ hostPath: { path: "" } }, [at("hostPath.path: Required value")]],
    [{ hostPath: { path: "/a/../b" } }, [at("hostPath.path: Invalid value: \"/a/../b\": must not contain '..'")]],
    [
      { nfs: { server: "", path: "x" } },
      [at("nfs.server: Required value"), at('nfs.path: Invalid value: "x": must be an absolute path')],
    ],
    [{ secret: {} }, [at("secret.secretName: Required value")]],
    [
      { secret: { secretName: "s", defaultMode: 1024 } },
      [at("secret.defaultMode: Invalid value: 1024: must be a number between 0 and 0777 (octal), both inclusive")],
    ],
    [{ configMap: { name: "" } }, [at("configMap.name: Required value")]],
    [{ persistentVolumeClaim: { claimName: "" } }, [at("persistentVolumeClaim.claimName: Required value")]],
    [
      { gcePersistentDisk: { pdName: "", partition: 300 } },
      [
        at("persistentDisk.pdName: Required value"),
        at("persistentDisk.partition: Invalid value: 300: must be between 1 and 255, inclusive"),
      ],
    ],
    [
      { azureDisk: { diskName: "d", diskURI: "u", kind: "" } },
      [
        at('azureDisk.kind: Unsupported value: "": supported values: "Dedicated", "Managed", "Shared"'),
        at(
          'azureDisk.diskURI: Unsupported value: "u": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
        ),
      ],
    ],
    [{ csi: { driver: "a.b" } }, []],
    [{ emptyDir: {}, hostPath: { path: "/" } }, [at("hostPath: Forbidden: may not specify more than 1 volume type")]],
    [{}, ["spec.volumes[0]: Required value: must specify a volume type"]],
  ];
  it.each(cases)("%j", (source, errors) => expect(of(source)).toEqual(errors));

  it("has an iSCSI name of the reference's form", () => {
    const form = /iqn\.\d{4}-\d{2}\.([0-9A-Za-z\-.]+)(:[^,;*&$|\t\n\f\r ]+)$/;
    const piece = fc.constantFrom("iqn.2014-12.", "iqn.", "2014-12.", "a", ".", "-", ":", ":", ",", " ", "_", "é");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const iqn = `iqn${pieces.join("")}`;
        const wrong = at(`iscsi.iqn: Invalid value: ${JSON.stringify(iqn)}: must be valid format`);
        expect(of({ iscsi: { targetPortal: "t", lun: 0, iqn } })).toEqual(form.test(iqn) ? [] : [wrong]);
      }),
      { numRuns: 500 },
    );
  });
});
