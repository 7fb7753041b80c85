// The events of webhook endpoints in words, in the order of the form.
import type { EventType } from '@godwit/contract/publicApi/events';
import type { TextId } from '../../../text/catalogue.ts';
import type { Translate } from '../../../text/useText.ts';

type Kind = { title: TextId; types: readonly EventType[] };

/** The events by what they are about. */
export const EVENT_KINDS: readonly Kind[] = [
  {
    title: 'webhooks.messages',
    types: ['message.sent', 'message.delivered', 'message.failed', 'message.incoming'],
  },
  {
    title: 'webhooks.codes',
    types: ['verification.started', 'verification.approved', 'verification.failed', 'verification.cancelled'],
  },
  { title: 'webhooks.optOuts', types: ['optout.created', 'optout.deleted'] },
];

/** The events that an endpoint gets. An empty list stands for all of them. */
export const wordsOf = (types: readonly EventType[], t: Translate): string =>
  types.length === 0 ? t('webhooks.all') : types.map((type) => t(`webhooks.${type}`)).join(', ');
