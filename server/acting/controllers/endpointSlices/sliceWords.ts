import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** The names of labels and annotations that one controller uses on slices. */
export interface SliceWords {
  readonly serviceName: string;
  readonly managedBy: string;
  /** The value of the label above. */
  readonly manager: string;
  readonly headless: string;
  readonly trigger: string;
  /** Labels that are not copied from the owner. */
  readonly reserved: ReadonlySet<string>;
  /**
   * An index function: the key of the service or Endpoints object that a slice belongs to, if this controller manages
   * the slice.
   */
  ofOwner(slice: ApiObject): string[];
}

/** @param controller the controller's name: `endpointslice-controller` */
export function sliceWords(vocabulary: Vocabulary, controller: string): SliceWords {
  const serviceName = vocabulary.render("{labelDomain}/service-name");
  const managedBy = vocabulary.render("endpointslice.{labelDomain}/managed-by");
  const headless = vocabulary.render("service.{labelDomain}/headless");
  const manager = vocabulary.render(`${controller}.{domain}`);
  return {
    serviceName,
    managedBy,
    manager,
    headless,
    trigger: vocabulary.render("endpoints.{labelDomain}/last-change-trigger-time"),
    reserved: new Set([serviceName, managedBy, headless]),
    ofOwner({ metadata: { namespace = "", labels = {} } }) {
      const name = labels[serviceName];
      return name === undefined || labels[managedBy] !== manager ? [] : [`${namespace}/${name}`];
    },
  };
}
