// Refunds that wait for a second person, or for staff to say what became of them; nothing where there are none.
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { List } from '../../components/List.tsx';
import { useText } from '../../text/useText.ts';
import { Section } from '../../ui/Section.tsx';
import { askedRefundsQuery } from '../api/payments.ts';
import { useAsk } from '../shell/useAsk.tsx';
import { PaymentRow } from './PaymentRow.tsx';
import { useRefreshPayments } from './refunds.ts';

export function AskedRefunds() {
  const t = useText();
  const found = useQuery(askedRefundsQuery);
  const [ask, question] = useAsk();
  const refresh = useRefreshPayments();
  const isEmpty = found.data?.length === 0;
  return (
    <>
      {isEmpty || found.isPending ? null : (
        <Box mt={40}>
          <Section title={t('staff.refunds.title')}>
            <List
              label={t('staff.refunds.title')}
              found={{ ...found, data: found.data && { results: found.data } }}
              rowKey={({ id }) => id}
              stacked={(payment) => <PaymentRow payment={payment} withTeam onAsk={ask} refresh={refresh} />}
              empty={t('staff.adjustments.empty')}
            />
          </Section>
        </Box>
      )}
      {question}
    </>
  );
}
