import { createContext, useContext } from "react";

/** Opens the system's file dialog; chosen files are handled like dropped ones. */
type ChooseFiles = () => void;

export const ChooseFilesContext = createContext<ChooseFiles>(() => undefined);

/** Opens files without drag and drop. */
export const useChooseFiles = (): ChooseFiles => useContext(ChooseFilesContext);
