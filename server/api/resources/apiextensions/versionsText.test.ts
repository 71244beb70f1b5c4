import { expect, it } from "vitest";
import { versionsText } from "./versionsText.ts";

const version = {
  name: "v1",
  served: true,
  storage: true,
  additionalPrinterColumns: [{ name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" }],
  selectableFields: [{ jsonPath: ".spec.a" }],
};

it("prints a version's own settings and shows settings shared by all versions as unset", () => {
  const own = versionsText([version], new Set());
  expect(own).toContain(
    'AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition{apiextensions.CustomResourceColumnDefinition{Name:"Age", Type:"date", Format:"", Description:"", Priority:0, JSONPath:".metadata.creationTimestamp"}}, ',
  );
  expect(own).toContain(
    'SelectableFields:[]apiextensions.SelectableField{apiextensions.SelectableField{JSONPath:".spec.a"}}}}',
  );
  expect(versionsText([version], new Set(["additionalPrinterColumns", "selectableFields"]))).toContain(
    "AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil), SelectableFields:[]apiextensions.SelectableField(nil)}",
  );
});
