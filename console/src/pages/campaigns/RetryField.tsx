// Who a campaign goes to that is for those whom another one did not reach.
import type { Campaign } from '@godwit/contract/campaigns';
import { Anchor, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';

/** How many a campaign did not reach. */
export const unreachedOf = ({ counts }: Campaign): number => counts.failed + counts.skipped;

export function RetryField({ campaign, error }: { campaign: Campaign; error: string | undefined }) {
  const t = useText();
  const { failed, skipped } = campaign.counts;
  const link = (words: ReactNode) => (
    <Anchor key="link" component={Link} to={paths.campaign(campaign.id)} inherit>
      {words}
    </Anchor>
  );
  const parts = [
    failed > 0 ? t('compose.retryFailed', { count: failed }) : '',
    skipped > 0 ? t('compose.retrySkipped', { count: skipped }) : '',
  ].filter(Boolean);
  const values = { count: unreachedOf(campaign), name: campaign.name, parts: parts.join(', '), link };
  return (
    <Input.Wrapper label={t('compose.retry')} labelElement="div" error={error}>
      <div>{t.rich('compose.retryOf', values)}</div>
    </Input.Wrapper>
  );
}
