// A person, at `/staff/users/{id}`: their teams and their sessions, which staff can end.
import type { StaffUser } from '@godwit/contract/staff/teams';
import { Anchor, Button, type ButtonProps, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable, stackOf } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { endSessions, userQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { FactGrid, StackLead, StaffId, StaffPage, useBack, useHere, useMay } from '../shell/StaffPage.tsx';
import { EmailState } from '../shell/states.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { staffUser } from '../userText.ts';

function UserPage() {
  const t = useText();
  const { id = '' } = useParams();
  const may = useMay();
  const queries = useQueryClient();
  const back = useBack(staffPaths.users);
  const [ask, question] = useReasonConfirm();
  const query = userQuery(id);
  const { data: user, error, refetch } = useQuery(query);
  if (!user) {
    return (
      <StaffPage title={t('staff.user.loading')} back={back}>
        {error ? <LoadFailed error={error} onRetry={refetch} /> : <Skeleton height={240} radius="md" />}
      </StaffPage>
    );
  }

  async function end(session: string | null): Promise<void> {
    queries.setQueryData(query.queryKey, await endSessions(id, session));
    toastSuccess(t(session === null ? 'staff.user.endedAll' : 'staff.user.ended'));
  }
  const askAll = () =>
    ask({
      title: t('staff.user.endAllTitle'),
      text: t('staff.user.endAllText', { name: user.name }),
      action: t('staff.user.endAll'),
      call: () => end(null),
      onLost: refetch,
    });
  const askOne = ({ id: session, device }: Session) =>
    ask({
      title: t('staff.user.endTitle'),
      text: t('staff.user.endText', { device }),
      action: t('staff.user.endSubmit'),
      call: () => end(session),
      onLost: refetch,
    });
  const mayEnd = may('sessions');
  const endAll =
    mayEnd && user.sessions.length > 0 ? (
      <Button variant="outline" onClick={askAll}>
        {t('staff.user.endAll')}
      </Button>
    ) : null;
  return (
    <StaffPage title={user.name} back={back} actions={endAll}>
      <Stack gap={40}>
        <Card>
          <UserFacts user={user} />
        </Card>
        <Sessions sessions={user.sessions} onEnd={mayEnd ? askOne : null} />
      </Stack>
      {question}
    </StaffPage>
  );
}

function UserFacts({ user }: { user: StaffUser }) {
  const t = useText();
  const here = useHere();
  const { id, email, teams } = user;
  return (
    <FactGrid
      facts={[
        [t('field.email'), email, 'wide'],
        [t('staff.user.emailState'), <EmailState key="state" isConfirmed={user.email_verified} />],
        [t('staff.users.joined'), formatDay(user.created_at)],
        [
          t('staff.nav.teams'),
          teams.length === 0
            ? t('staff.user.noTeams')
            : teams.map((team) => (
                <div key={team.id}>
                  <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
                    {team.name}
                  </Anchor>{' '}
                  <Text span inherit c="dimmed">
                    {t(`role.${team.role}`)}
                  </Text>
                </div>
              )),
        ],
        [t('staff.user.id'), <StaffId key="id" id={id} copy={t('staff.user.copyId')} />],
      ]}
    />
  );
}

type Session = StaffUser['sessions'][number];
type SessionsProps = { sessions: Session[]; onEnd: ((session: Session) => void) | null };

function Sessions({ sessions, onEnd }: SessionsProps) {
  const t = useText();
  const locationOf = ({ ip, country_name: country }: Session) => [country, ip].filter(Boolean).join(', ');
  const columns: Column<Session>[] = [
    { id: 'device', head: t('staff.user.device'), cell: ({ device }) => device },
    {
      id: 'from',
      head: t('field.from'),
      cell: locationOf,
    },
    {
      id: 'since',
      head: t('staff.user.since'),
      cell: (row) => formatInstant(row.created_at),
      muted: true,
    },
    {
      id: 'seen',
      head: t('staff.user.lastSeen'),
      cell: (row) => formatInstant(row.last_seen_at),
      muted: true,
    },
  ];
  const restOf = stackOf(columns.slice(1));
  const end = (row: Session, looks: ButtonProps) =>
    onEnd ? (
      <Button
        {...looks}
        aria-label={t('staff.user.endNamed', { device: row.device })}
        onClick={() => onEnd(row)}
      >
        {t('staff.user.end')}
      </Button>
    ) : null;
  if (onEnd) {
    columns.push({
      id: 'actions',
      head: t('field.actions'),
      cell: (row) => end(row, { variant: 'subtle', size: 'xs' }),
      align: 'right',
    });
  }
  return (
    <Section title={t('staff.user.sessions')}>
      <DataTable
        label={t('staff.user.sessions')}
        columns={columns}
        stacked={(row) => (
          <>
            <StackLead>{row.device}</StackLead>
            {restOf(row)}
            {end(row, { variant: 'outline', fullWidth: true, mt: 8 })}
          </>
        )}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('staff.user.noSessions')} />}
      />
    </Section>
  );
}

export default withTexts(UserPage, staffUser);
