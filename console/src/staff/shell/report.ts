// How a decision of staff is reported: in a toast, or by the page that opens the next case.
import { createContext, useContext } from 'react';
import { toastSuccess } from '../../components/toast/toast.ts';

/** Receives the sentence that says what was decided. */
export const Report = createContext<(done: string) => void>(toastSuccess);

/** Returns the function that a decision calls when it has succeeded. */
export const useReport = () => useContext(Report);
