// Where one is signed in, this browser marked, and ending all the others.
import type { Session } from '@godwit/contract/accounts';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endOtherSessions, sessionsQuery } from '../../api/profile.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Moment } from '../../components/Moment.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { useText } from '../../text/useText.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './LoginSessions.module.css';
import { PagedTable } from './PagedTable.tsx';

export function LoginSessions() {
  const t = useText();
  const { data, error, refetch } = useQuery(sessionsQuery);
  // This browser first, however many came after it.
  const rows = data?.toSorted((a, b) => Number(b.is_current_session) - Number(a.is_current_session));
  const columns: Column<Session>[] = [
    {
      id: 'location',
      head: t('sessions.location'),
      width: '32%',
      cell: ({ country_name, is_current_session }) => (
        <span className={classes.location}>
          {country_name ?? t('sessions.unknown')}
          {is_current_session ? (
            <Pill tone="success" icon={IconCheck}>
              {t('sessions.active')}
            </Pill>
          ) : null}
        </span>
      ),
    },
    {
      id: 'device',
      head: t('sessions.device'),
      width: '24%',
      cell: ({ device, user_agent }) => <span title={user_agent}>{device}</span>,
    },
    { id: 'ip', head: t('sessions.ip'), width: '20%', cell: ({ ip }) => ip },
    { id: 'time', head: t('sessions.time'), cell: ({ created_at }) => <Moment instant={created_at} row /> },
  ];
  return (
    <Section title={t('sessions.title')} actions={<EndOthers />}>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <PagedTable
          label={t('sessions.title')}
          param="sessions_page"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={t('sessions.none')}
        />
      )}
    </Section>
  );
}

function EndOthers() {
  const t = useText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function end(): Promise<void> {
    setBusy(true);
    try {
      await endOtherSessions();
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toastSuccess(t('sessions.ended'));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <SubmitButton variant="outline" busy={busy} busyLabel={t('sessions.ending')} onClick={() => void end()}>
      {t('sessions.endOthers')}
    </SubmitButton>
  );
}
