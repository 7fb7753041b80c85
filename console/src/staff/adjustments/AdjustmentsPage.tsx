// Balance adjustments and refunds that need a second person, and earlier adjustments, at
// `/staff/adjustments`.
import { ADJUSTMENT_STATUSES, type Adjustment } from '@godwit/contract/staff/teams';
import { Anchor, Box, Group, Select, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parsePage, useAddress } from '../../components/list/useAddress.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Section } from '../../ui/Section.tsx';
import { pendingRefundsQuery } from '../api/payments.ts';
import { adjustmentsQuery, confirmAdjustment, rejectAdjustment } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { PaymentRow } from '../payments/PaymentRow.tsx';
import { useRefreshPayments } from '../payments/refunds.ts';
import { staffPayments } from '../paymentsText.ts';
import { Countersign } from '../shell/Countersign.tsx';
import { formatSigned } from '../shell/formatSigned.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { StaffPage, useHere } from '../shell/StaffPage.tsx';
import { type ReasonQuestion, useReasonConfirm } from '../shell/useReasonConfirm.tsx';

const parse = (params: URLSearchParams) => ({
  status: oneOf(ADJUSTMENT_STATUSES, params.get('status')) ?? 'PENDING',
  ...parsePage(params),
});

function AdjustmentsPage() {
  const t = useText();
  const queries = useQueryClient();
  const { state, change } = useAddress(parse);
  const { status } = state;
  const found = useQuery(adjustmentsQuery(state));
  const [ask, question] = useReasonConfirm();
  const refresh = () => {
    for (const list of ['adjustments', 'teams', 'counts']) {
      queries.invalidateQueries({ queryKey: ['staff', list] });
    }
  };
  return (
    <StaffPage title={t('staff.nav.adjustments')}>
      <Filters>
        <Select
          aria-label={t('field.status')}
          data={ADJUSTMENT_STATUSES.map((one) => ({ value: one, label: t(`staff.adjustments.${one}`) }))}
          value={status}
          onChange={(value) => change({ status: oneOf(ADJUSTMENT_STATUSES, value) ?? 'PENDING' })}
        />
      </Filters>
      <List
        label={t('staff.nav.adjustments')}
        found={found}
        paging={{ state, change }}
        rowKey={({ id }) => id}
        stacked={(one) => <AdjustmentRow adjustment={one} onAsk={ask} refresh={refresh} />}
        empty={t(status === 'PENDING' ? 'staff.adjustments.empty' : 'staff.list.empty')}
      />
      {status === 'PENDING' ? <PendingRefunds /> : null}
      {question}
    </StaffPage>
  );
}

type RowProps = {
  adjustment: Adjustment;
  onAsk: (asking: ReasonQuestion) => void;
  /** Reloads everything that a decision changes. */
  refresh: () => void;
};

/** One adjustment: amount, team, reason, requester, and the decision or the buttons for it. */
function AdjustmentRow({ adjustment, onAsk, refresh }: RowProps) {
  const t = useText();
  const here = useHere();
  const { team, reason, asked_by: by, asked_at: at } = adjustment;
  return (
    <Group justify="space-between" gap="16px 24px">
      <Box flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
        <Group align="baseline" gap="0 12px">
          <Text component="strong" size="lg" fw={600}>
            {formatSigned(adjustment.amount, adjustment.currency)}
          </Text>
          <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
            {team.name}
          </Anchor>
        </Group>
        <Text my={4}>{reason}</Text>
        <Quiet>{t('staff.adjustments.asked', { by, at: formatInstant(at) })}</Quiet>
        <Decided adjustment={adjustment} />
      </Box>
      {adjustment.status === 'PENDING' ? (
        <Decision adjustment={adjustment} onAsk={onAsk} refresh={refresh} />
      ) : null}
    </Group>
  );
}

function Decided({ adjustment }: { adjustment: Adjustment }) {
  const t = useText();
  const { status, decided_by: by, decided_at: at, decision_reason: reason } = adjustment;
  if (!by || !at) return null;
  return (
    <>
      <Quiet>
        {t('staff.adjustments.decided', {
          status: t(`staff.adjustments.${status}`),
          by,
          at: formatInstant(at),
        })}
      </Quiet>
      {reason ? <Quiet>{t('staff.adjustments.because', { reason })}</Quiet> : null}
    </>
  );
}

function Decision({ adjustment, onAsk, refresh }: RowProps) {
  const t = useText();
  const { id, team } = adjustment;
  const named = { amount: formatSigned(adjustment.amount, adjustment.currency), team: team.name };
  return (
    <Countersign
      mayDecide={adjustment.may_decide}
      confirm={{
        named: t('staff.adjustments.confirmNamed', named),
        title: t('staff.adjustments.confirmTitle', named),
        text: t('staff.adjustments.confirmText', named),
        call: async () => {
          await confirmAdjustment(id);
          refresh();
          toastSuccess(t('staff.adjust.booked', named));
        },
      }}
      reject={{
        named: t('staff.adjustments.rejectNamed', named),
        title: t('staff.adjustments.rejectTitle', named),
        text: t('staff.adjustments.rejectText', named),
        call: async (reason) => {
          await rejectAdjustment(id, reason);
          refresh();
          toastSuccess(t('staff.adjustments.rejectedDone'));
        },
      }}
      onAsk={onAsk}
      refresh={refresh}
    />
  );
}

/** Refunds that need a second person or an outcome entered by staff. Hidden if there are none. */
function PendingRefunds() {
  const t = useText();
  const found = useQuery(pendingRefundsQuery);
  const [ask, question] = useReasonConfirm();
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

export default withTexts(AdjustmentsPage, staffPayments);
