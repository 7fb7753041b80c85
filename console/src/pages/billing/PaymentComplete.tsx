// The browser returns here after a payment, at `/payment-complete`. The address reports a result, but only
// the server's record counts, so the page queries and shows it. This page credits nothing.
import { Box, Group, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paymentQuery } from '../../api/billing.ts';
import { Page } from '../../components/frame/Page.tsx';
import { formatMoney } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { clearAttempt } from './attempt.ts';
import { PaymentPill } from './History.tsx';

const LEAVE_AFTER_MS = 3000;
const POLL_MS = 1000;

export function PaymentComplete() {
  const t = useText();
  const navigate = useNavigate();
  const { id: teamId } = useTeam();
  const [params] = useSearchParams();
  const isSuccess = params.get('success') === 'true';
  useEffect(() => clearAttempt(teamId), [teamId]);
  useTimeout(() => void navigate(paths.billing, { replace: true }), LEAVE_AFTER_MS, { autoInvoke: true });
  return (
    <Page title={t(isSuccess ? 'paid.success' : 'paid.failed')}>
      <Card maw={720}>
        <Text size="lg">{t(isSuccess ? 'paid.successText' : 'paid.failedText')}</Text>
        <Box mt={16} mih={24} role="status">
          <PaymentOutcome id={params.get('payment')} />
        </Box>
        <Box mt={24}>{linkTo(paths.billing)(t('paid.continue'))}</Box>
      </Card>
    </Page>
  );
}

/** The outcome of the payment as the server records it. */
function PaymentOutcome({ id }: { id: string | null }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { data, isError } = useQuery({
    ...paymentQuery(id),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? POLL_MS : false),
  });
  if (data === null) return t('paid.none');
  if (!data) return isError ? t('paid.unknown') : t('paid.asking');
  const { status, amount, failure } = data;
  return (
    <Group gap={12}>
      <PaymentPill status={status} />
      <Text>
        {t(`paid.${status}`, { amount: formatMoney(amount, symbol) })} {failure ? translate(failure) : null}
      </Text>
    </Group>
  );
}
