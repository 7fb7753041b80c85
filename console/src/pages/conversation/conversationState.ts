// What Conversations shows, as its address carries it.
import { MODES } from '@godwit/contract/messages/statuses';
import { oneOf } from '../../components/list/useAddress.ts';
import { paths } from '../../paths.ts';

export const MAX_SEARCH = 100;
const LONGEST_NUMBER = 20;

/** `number`: of the thread that is open, null for none. */
export const parseConversationState = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  number: params.get('number')?.trim().slice(0, LONGEST_NUMBER) || null,
  q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
});
export type ConversationState = ReturnType<typeof parseConversationState>;

/**
 * The address of a number's thread, in the mode that holds. Not with the others in paths.ts: Login would load
 * it too.
 */
export const threadAddress = (number: string): string =>
  `${paths.conversations}?${new URLSearchParams({ number })}`;

/** The navigation state of a message that was opened from its thread: the address of that. */
export type FromConversation = { conversation: string };
