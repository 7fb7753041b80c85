// The part of a campaign's address that chooses recipients: the list, a status, and a reason.
import {
  FAILURE_REASONS,
  type FailureReason,
  SKIP_REASONS,
  type SkipReason,
} from '@godwit/contract/campaigns/rules';
import { SHOWN_STATUSES, type ShownStatus } from '@godwit/contract/messages/statuses';
import { formatAddress, oneOf } from '../../components/list/useAddress.ts';

/** The id of the element that lists the recipients; the figures lead to it. */
export const RECIPIENTS = 'recipients';

export const TABS = ['messages', 'skipped'] as const;

/** A `reason` is of a failure in the list of messages, and of a missing message in the other. */
export type ChosenRecipients = {
  tab: (typeof TABS)[number] | null;
  status: ShownStatus | null;
  failure: FailureReason | null;
  skip: SkipReason | null;
};

const SKIPPED = Object.keys(SKIP_REASONS) as SkipReason[];

/** Missing and invalid values are null. */
export function parseRecipients(params: URLSearchParams): ChosenRecipients {
  const status = oneOf(SHOWN_STATUSES, params.get('status'));
  return {
    tab: oneOf(TABS, params.get('tab')),
    status,
    failure: status === 'FAILED' ? oneOf(FAILURE_REASONS, params.get('failure')) : null,
    skip: oneOf(SKIPPED, params.get('skip')),
  };
}

/** The address that lists these recipients and scrolls to them. */
export const recipientsAddress = (chosen: Partial<ChosenRecipients>) => ({
  search: `?${formatAddress(chosen)}`,
  hash: `#${RECIPIENTS}`,
});
