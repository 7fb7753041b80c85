// Payment alerts, at `/staff/payment-alerts`: refused provider notifications and other problems.
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Filters, List } from '../../components/list/List.tsx';
import { parsePage, useAddress } from '../../components/list/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { staffAlerts } from '../alertsText.ts';
import { alertsQuery } from '../api/payments.ts';
import { staffPayments } from '../paymentsText.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { AlertRow } from './AlertRow.tsx';

const parse = (params: URLSearchParams) => ({ seen: params.get('seen') === 'true', ...parsePage(params) });

function AlertsPage() {
  const t = useText();
  const { state, change } = useAddress(parse);
  const found = useQuery(alertsQuery(state));
  return (
    <StaffPage title={t('staff.alerts.title')}>
      <Filters>
        <SegmentedControl
          aria-label={t('field.status')}
          data={[
            { value: 'false', label: t('staff.alerts.new') },
            { value: 'true', label: t('staff.alerts.seen') },
          ]}
          value={String(state.seen)}
          onChange={(value) => change({ seen: value === 'true' })}
        />
      </Filters>
      <List
        label={t('staff.alerts.title')}
        found={found}
        paging={{ state, change }}
        rowKey={({ id }) => id}
        stacked={(alert) => <AlertRow alert={alert} />}
        empty={t(state.seen ? 'staff.list.empty' : 'staff.alerts.empty')}
      />
    </StaffPage>
  );
}

export default withTexts(AlertsPage, { ...staffPayments, ...staffAlerts });
