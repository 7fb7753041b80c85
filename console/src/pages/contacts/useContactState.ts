// The state of Contacts, kept in its address.
import { useSearchParams } from 'react-router';
import { type ContactState, formatContactState, parseContactState } from './contactState.ts';

/** Changes parts of the state. Anything but a page itself leads to the first page. */
export type ChangeContacts = (part: Partial<ContactState>, options?: { replace?: boolean }) => void;

export function useContactState(): { state: ContactState; change: ChangeContacts } {
  const [params, setParams] = useSearchParams();
  const state = parseContactState(params);
  const change: ChangeContacts = (part, { replace = false } = {}) => {
    const next = formatContactState({ ...state, page: 1, ...part });
    // Choosing what is chosen already is no step to come back to.
    if (String(next) !== String(params)) setParams(next, { replace, preventScrollReset: replace });
  };
  return { state, change };
}
