/**
 * The key under which the columns of a list are stored; each saved view has its own columns.
 *
 * @param type key of the kind
 * @param view id of the saved view; empty for none
 */
export const columnsKey = (type: string, view: string): string => (view === "" ? type : `${type}@${view}`);
