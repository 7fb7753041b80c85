// The recipients of a campaign that is sent again.
import { Input, Text } from '@mantine/core';
import { paths } from '../../paths.ts';
import { campaignReview } from '../../text/campaignReview/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { linkTo } from '../../ui/richText.tsx';
import type { Retried, Retry } from './retry.ts';

type Props = { campaign: Retried; retry: Retry; error: string | undefined };

/** Replaces the groups with the contacts that another campaign did not reach. */
export const RetryField = withTexts(Recipients, campaignReview);

function Recipients({ campaign: { id, name }, retry, error }: Props) {
  const t = useText();
  const { count, failed, cancelled, skipped } = retry;
  const parts = [
    failed > 0 ? t('compose.retryFailed', { count: failed }) : '',
    cancelled > 0 ? t('compose.retryCancelled', { count: cancelled }) : '',
    skipped > 0 ? t('compose.retrySkipped', { count: skipped }) : '',
  ].filter(Boolean);
  const values = { count, name, parts: parts.join(', '), link: linkTo(paths.campaign(id)) };
  return (
    <Input.Wrapper label={t('field.recipients')} labelElement="div" error={error}>
      <div>{t.rich(count > 0 ? 'compose.retryOf' : 'compose.retryNobody', values)}</div>
      <Text component="div" mt={4} fz={13} c="dimmed">
        <RetryLeftOut retry={retry} />
      </Text>
    </Input.Wrapper>
  );
}

/** How many recipients are left out, and why. */
export function RetryLeftOut({ retry: { leftOut } }: { retry: Retry }) {
  const t = useText();
  const { unreachable, uncertain } = leftOut;
  return (
    <>
      {unreachable > 0 ? <p>{t('compose.leftOutUnreachable', { count: unreachable })}</p> : null}
      {uncertain > 0 ? <p>{t('compose.leftOutUncertain', { count: uncertain })}</p> : null}
    </>
  );
}
