// Held messages, at `/staff/holds`, oldest hold first.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { List } from '../../components/list/List.tsx';
import { parsePage, useAddress } from '../../components/list/useAddress.ts';
import { useText } from '../../text/useText.ts';
import { holdsQuery } from '../api/teams.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { HoldRow } from './Holds.tsx';

export default function HoldsPage() {
  const t = useText();
  const { state, change } = useAddress(parsePage);
  const found = useQuery(holdsQuery(state));
  return (
    <StaffPage title={t('staff.holds.title')}>
      <Text mb={24} c="dimmed">
        {t('staff.holds.intro')}
      </Text>
      <List
        label={t('staff.holds.title')}
        found={found}
        paging={{ state, change }}
        rowKey={({ team, destination }) => `${team.id} ${destination}`}
        stacked={(hold) => <HoldRow hold={hold} />}
        empty={t('staff.holds.empty')}
      />
    </StaffPage>
  );
}
