import { createContext, useContext } from "react";

/** Opens the system's chooser; what is chosen is opened as if it had been dropped. */
type ChooseFiles = () => void;

export const ChooseFilesContext = createContext<ChooseFiles>(() => undefined);

/** The way to open files for who does not drag them. */
export const useChooseFiles = (): ChooseFiles => useContext(ChooseFilesContext);
