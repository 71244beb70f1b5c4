import { createContext, useContext } from "react";

/** Opens the system's file dialog; chosen files open as if the user had dropped them. */
type ChooseFiles = () => void;

export const ChooseFilesContext = createContext<ChooseFiles>(() => undefined);

/** Opens files without dragging them. */
export const useChooseFiles = (): ChooseFiles => useContext(ChooseFilesContext);
