import { useTranslation } from "react-i18next";
import { useToast } from "../../ui/layers/Toast.tsx";
import { FileProblem, LIMIT_FILES, LIMIT_MB, type ManifestFiles, readManifests } from "./manifestFiles.ts";

const NAMED = 3;

/** Reads files of objects, and shows which ones are rejected. @returns undefined if all are */
export function useManifests() {
  const { t } = useTranslation();
  const toast = useToast();
  return async (files: readonly File[]): Promise<ManifestFiles | undefined> => {
    try {
      const read = await readManifests(files);
      const { passedOver } = read;
      if (passedOver.length > 0) {
        const names = passedOver.slice(0, NAMED).join(", ") + (passedOver.length > NAMED ? ", …" : "");
        toast(t("files.passedOver", { names }), "warn");
      }
      return read;
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      toast(t(`files.${error.problem}`, { megabytes: LIMIT_MB, files: LIMIT_FILES }), "bad");
      return undefined;
    }
  };
}
