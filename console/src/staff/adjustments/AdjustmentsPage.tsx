// Adjustments of balances that wait for a second person, and what became of earlier ones, at `/staff/adjustments`.
import { ADJUSTMENT_STATUSES } from '@godwit/contract/staffTeams';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { adjustmentsQuery } from '../api/teams.ts';
import lists from '../lists/lists.module.css';
import { ListPager, useLastPage } from '../lists/PagedList.tsx';
import { useListState } from '../lists/useListState.ts';
import { ActDialog, type Asking } from '../shell/ActDialog.tsx';
import { StaffPage } from '../shell/StaffPage.tsx';
import { AdjustmentRow } from './AdjustmentRow.tsx';
import classes from './AdjustmentsPage.module.css';

export default function AdjustmentsPage() {
  const t = useText();
  const queries = useQueryClient();
  const { filter, page, size, change } = useListState({ status: 'PENDING' });
  const status = ADJUSTMENT_STATUSES.find((one) => one === filter.status) ?? 'PENDING';
  const found = useQuery(adjustmentsQuery({ status, page, size }));
  const [asking, setAsking] = useState<Asking | null>(null);
  const paging = { page, size, change };
  useLastPage(found, paging);
  const refresh = () => {
    for (const list of ['adjustments', 'teams', 'counts']) {
      queries.invalidateQueries({ queryKey: ['staff', list] });
    }
  };
  return (
    <StaffPage title={t('staff.adjustments.title')}>
      <div className={lists.filters}>
        <Select
          aria-label={t('staff.adjustments.status')}
          data={ADJUSTMENT_STATUSES.map((one) => ({ value: one, label: t(`staff.adjustments.${one}`) }))}
          value={status}
          onChange={(value) => change({ status: value ?? 'PENDING' })}
          allowDeselect={false}
        />
      </div>
      {found.isError && !found.data ? (
        <LoadFailed error={found.error} onRetry={() => found.refetch()} />
      ) : (
        <Card padded={false}>
          {found.data?.total === 0 ? (
            <EmptyState text={t(status === 'PENDING' ? 'staff.adjustments.empty' : 'staff.list.empty')} />
          ) : (
            <ul
              className={classes.list}
              aria-label={t('staff.adjustments.title')}
              aria-busy={found.data === undefined || found.isPlaceholderData || undefined}
            >
              {found.data?.results.map((one) => (
                <AdjustmentRow key={one.id} adjustment={one} onAsk={setAsking} refresh={refresh} />
              ))}
            </ul>
          )}
          {found.data?.total ? (
            <div className={classes.footer}>
              <ListPager label={t('staff.adjustments.title')} page={found.data} paging={paging} />
            </div>
          ) : null}
        </Card>
      )}
      <ActDialog asking={asking} onClose={() => setAsking(null)} />
    </StaffPage>
  );
}
