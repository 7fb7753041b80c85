// A team, at `/staff/teams/{id}`: facts, members, projects, money, messages, and the actions on it.
import type { StaffPayment } from '@godwit/contract/staff/payments';
import type { StaffTeam } from '@godwit/contract/staff/teams';
import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { lazyPart } from '../../components/lazyPart.ts';
import { List } from '../../components/list/List.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { parsePage, useAddress } from '../../components/list/useAddress.ts';
import { formatDay, formatDisplayed, formatMoney, formatPrice } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, Cut, DataTable, Lines, stackOf } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { Section } from '../../ui/Section.tsx';
import { teamPaymentsQuery } from '../api/payments.ts';
import { adjustmentsQuery, teamQuery } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { PaymentRow } from '../payments/PaymentRow.tsx';
import { type Charge, useRefreshPayments } from '../payments/refunds.ts';
import { staffPayments } from '../paymentsText.ts';
import {
  FactGrid,
  type FactRow,
  StackLead,
  StaffId,
  StaffPage,
  useBack,
  useHere,
  useMay,
} from '../shell/StaffPage.tsx';
import { PausedBy, TeamState } from '../shell/states.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { staffTeam } from '../teamText.ts';
import { TeamActions } from './TeamActions.tsx';

function TeamPage() {
  const t = useText();
  const { id = '' } = useParams();
  const may = useMay();
  const back = useBack(staffPaths.teams);
  const { data: team, error, refetch } = useQuery(teamQuery(id));
  if (!team) {
    return (
      <StaffPage title={t('field.team')} back={back}>
        {error ? <LoadFailed error={error} onRetry={refetch} /> : <Skeleton height={240} radius="md" />}
      </StaffPage>
    );
  }
  return (
    <StaffPage title={team.name} back={back} actions={team.own_team ? null : <TeamActions team={team} />}>
      <Stack gap={40}>
        <Card>
          <TeamFacts team={team} />
          {team.paused_state ? (
            <Note warning>
              <PausedBy {...team.paused_state} />
            </Note>
          ) : null}
          {may('money') ? <Waiting teamId={id} /> : null}
          {team.own_team ? <Note>{t('staff.team.ownTeam')}</Note> : null}
        </Card>
        <Suspense fallback={null}>
          <TeamHolds teamId={id} />
        </Suspense>
        <Members members={team.members} />
        <Projects team={team} />
        <Suspense fallback={<Skeleton height={120} />}>
          <TeamNumbers team={team} />
        </Suspense>
        <TeamPayments teamId={id} />
        <Suspense fallback={<Skeleton height={240} />}>
          <Ledger teamId={id} currency={team.currency} />
        </Suspense>
        {team.projects.length > 0 ? (
          <Suspense fallback={<Skeleton height={240} />}>
            <TeamMessages teamId={id} projects={team.projects} />
          </Suspense>
        ) : null}
      </Stack>
    </StaffPage>
  );
}

function TeamFacts({ team }: { team: StaffTeam }) {
  const t = useText();
  const { id, verified_at: verifiedAt } = team;
  return (
    <FactGrid
      facts={[
        [t('staff.teams.balance'), formatDisplayed(team.display_balance, team.currency)],
        ...(team.owed > 0
          ? ([
              [
                t('staff.team.owed'),
                <Text key="owed" span inherit c="var(--danger)">
                  {formatMoney(team.owed, team.currency)}
                </Text>,
              ],
            ] satisfies FactRow[])
          : []),
        [t('staff.teams.state'), <TeamState key="state" {...team} />],
        [t('role.OWNER'), team.owner_email ?? t('field.none')],
        [t('field.region'), t(`region.${team.region_code}`)],
        [t('staff.nav.identity'), verifiedAt ? verified(t, team, verifiedAt) : t('staff.teams.notVerified')],
        [t('staff.team.created'), formatDay(team.created_at)],
        [t('staff.team.id'), <StaffId key="id" id={id} copy={t('staff.team.copyId')} />],
      ]}
    />
  );
}

/** The date of the verification, and the verified name if the team was renamed since. */
function verified(t: Translate, { name, verified_name: before }: StaffTeam, at: string): string {
  const date = formatDay(at);
  return before === null || before === name
    ? t('staff.team.since', { date })
    : t('staff.team.sinceAs', { date, name: before });
}

const FIRST_PAGE = parsePage(new URLSearchParams());

/** Adjustments that wait for confirmation, which the balance does not include yet. */
function Waiting({ teamId }: { teamId: string }) {
  const t = useText();
  const waiting = useQuery(adjustmentsQuery({ status: 'PENDING', teamId, ...FIRST_PAGE }));
  if (!waiting.data?.total) return null;
  return (
    <Note warning>
      {t.rich('staff.adjust.waiting', {
        total: waiting.data.total,
        link: linkTo(staffPaths.adjustments),
      })}
    </Note>
  );
}

function Note({ warning = false, children }: { warning?: boolean; children: ReactNode }) {
  return (
    <Text mt={20} c={warning ? 'var(--warning)' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

type Member = StaffTeam['members'][number];
type Project = StaffTeam['projects'][number];

function Members({ members }: { members: Member[] }) {
  const t = useText();
  const here = useHere();
  const linkOf = ({ id, name }: Member) => (
    <Anchor component={Link} to={staffPaths.user(id)} state={here}>
      {name}
    </Anchor>
  );
  const columns: Column<Member>[] = [
    {
      id: 'name',
      head: t('field.name'),
      cell: (member) => <Cut title={member.name}>{linkOf(member)}</Cut>,
      width: '30%',
    },
    { id: 'email', head: t('field.email'), cell: ({ email }) => email },
    {
      id: 'role',
      head: t('field.role'),
      cell: ({ role }) => t(`role.${role}`),
      width: '15%',
    },
    {
      id: 'joined',
      head: t('staff.team.joined'),
      cell: (row) => formatDay(row.joined_at),
      muted: true,
      width: '15%',
    },
  ];
  return (
    <Section title={t('field.members')}>
      <DataTable
        label={t('field.members')}
        columns={columns}
        stackBelow="48em"
        stacked={(member) => (
          <>
            <StackLead end={t(`role.${member.role}`)}>{linkOf(member)}</StackLead>
            <Group justify="space-between" gap="0 12px" c="dimmed">
              <Text span style={{ overflowWrap: 'anywhere' }}>
                {member.email}
              </Text>
              {formatDay(member.joined_at)}
            </Group>
          </>
        )}
        rows={members}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('staff.team.noMembers')} />}
      />
    </Section>
  );
}

function Projects({ team: { projects, currency } }: { team: StaffTeam }) {
  const t = useText();
  const sendersOf = ({ senders }: Project) => senders.join(', ') || t('field.none');
  const columns: Column<Project>[] = [
    {
      id: 'name',
      head: t('field.name'),
      cell: ({ name }) => <Cut title={name} />,
      width: '30%',
    },
    {
      id: 'senders',
      head: t('field.senderIds'),
      cell: (project) => <Lines>{sendersOf(project)}</Lines>,
    },
    {
      id: 'timezone',
      head: t('staff.team.timezone'),
      cell: ({ timezone }) => timezone,
      muted: true,
      width: '15%',
    },
    {
      id: 'limit',
      head: t('staff.team.dailyLimit'),
      cell: ({ daily_limit: limit }) => (limit === null ? t('field.none') : formatPrice(limit, currency)),
      align: 'right',
      width: '15%',
    },
    {
      id: 'created',
      head: t('staff.team.created'),
      cell: (row) => formatDay(row.created_at),
      muted: true,
      width: '15%',
    },
  ];
  const [, senders, ...rest] = columns;
  const restOf = stackOf<Project>([{ ...senders!, cell: sendersOf }, ...rest]);
  return (
    <Section title={t('field.projects')}>
      <DataTable
        label={t('field.projects')}
        columns={columns}
        stacked={(project) => (
          <>
            <StackLead>{project.name}</StackLead>
            {restOf(project)}
          </>
        )}
        rows={projects}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('staff.team.noProjects')} />}
      />
    </Section>
  );
}

const TeamHolds = lazyPart(() => import('./Holds.tsx'), 'TeamHolds');
const Ledger = lazyPart(() => import('./Ledger.tsx'), 'Ledger');
const TeamMessages = lazyPart(() => import('./TeamMessages.tsx'), 'TeamMessages');
const TeamNumbers = lazyPart(() => import('./TeamNumbers.tsx'), 'TeamNumbers');
const RefundDialog = lazyPart(() => import('../payments/RefundDialog.tsx'), 'RefundDialog');

/** The payments of a team, newest first, with refunds. */
function TeamPayments({ teamId }: { teamId: string }) {
  const t = useText();
  const { state, change } = useAddress(parsePage, { prefix: 'payments-' });
  const found = useQuery(teamPaymentsQuery(teamId, state));
  const [ask, question] = useReasonConfirm();
  const refresh = useRefreshPayments();
  // The last choice stays rendered while the dialog fades out.
  const [refunded, setRefunded] = useState<{ payment: StaffPayment; further: Charge | null } | null>(null);
  const [isOpen, setOpen] = useState(false);
  function open(payment: StaffPayment, further: Charge | null): void {
    setRefunded({ payment, further });
    setOpen(true);
  }
  return (
    <Section title={t('staff.payments.title')}>
      <List
        label={t('staff.payments.title')}
        found={found}
        paging={{ state, change }}
        rowKey={({ id }) => id}
        stacked={(payment) => <PaymentRow payment={payment} onRefund={open} onAsk={ask} refresh={refresh} />}
        skeletonRows={3}
        empty={t('staff.payments.empty')}
      />
      {question}
      {refunded ? (
        <Suspense fallback={null}>
          <RefundDialog {...refunded} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}

export default withTexts(TeamPage, { ...staffTeam, ...staffPayments });
