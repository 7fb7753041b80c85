// Adjustments of balances and refunds that wait for a second person, and what became of earlier adjustments, at `/staff/adjustments`.
import { ADJUSTMENT_STATUSES } from '@godwit/contract/staffTeams';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Filters, List } from '../../components/List.tsx';
import { oneOf, parsePage, useAddress } from '../../components/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { adjustmentsQuery } from '../api/teams.ts';
import { AskedRefunds } from '../payments/AskedRefunds.tsx';
import { StaffPage } from '../shell/StaffPage.tsx';
import { useAsk } from '../shell/useAsk.tsx';
import { AdjustmentRow } from './AdjustmentRow.tsx';

const parse = (params: URLSearchParams) => ({
  status: oneOf(ADJUSTMENT_STATUSES, params.get('status')) ?? 'PENDING',
  ...parsePage(params),
});

export default function AdjustmentsPage() {
  const t = useText();
  const queries = useQueryClient();
  const { state, change } = useAddress(parse);
  const { status } = state;
  const found = useQuery(adjustmentsQuery(state));
  const [ask, question] = useAsk();
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
      {status === 'PENDING' ? <AskedRefunds /> : null}
      {question}
    </StaffPage>
  );
}
