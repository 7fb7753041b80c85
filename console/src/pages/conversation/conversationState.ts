// The state of Conversations in its URL.
import { MAX_SEARCH } from '@godwit/contract/common';
import { MODES } from '@godwit/contract/messages/statuses';
import { oneOf } from '../../components/list/useAddress.ts';
import { paths } from '../../paths.ts';

const MAX_NUMBER_LENGTH = 20;

/** Reads the state from a URL. `number` is the number of the open thread, null if none is open. */
export const parseConversationState = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  number: params.get('number')?.trim().slice(0, MAX_NUMBER_LENGTH) || null,
  q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
});
export type ConversationState = ReturnType<typeof parseConversationState>;

/**
 * Returns the URL of a number's thread, in the current mode. It is not in paths.ts, because Login would then
 * load it too.
 */
export const threadAddress = (number: string): string =>
  `${paths.conversations}?${new URLSearchParams({ number })}`;

/** The navigation state of a message that was opened from its thread: the thread's URL. */
export type FromConversation = { conversation: string };
