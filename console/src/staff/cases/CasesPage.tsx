// Cases of fraud, at `/staff/cases`: finds the message of a report, and lists cases and their figures.
import type { CaseQuarter, ScamCaseRow } from '@godwit/contract/staff/cases';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { casesQuery, quartersQuery, type Report } from '../api/cases.ts';
import { staffCases } from '../casesText.ts';
import { staffPaths } from '../paths.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { Search, StackLead, StaffPage, useHere } from '../shell/StaffPage.tsx';
import { staffTrace } from '../traceText.ts';
import { FindForm } from './FindForm.tsx';

// Loads with the first search.
const Reported = lazyPart(() => import('./Reported.tsx'), 'Reported');

function CasesPage() {
  const t = useText();
  const [report, setReport] = useState<Report | null>(null);
  return (
    <StaffPage title={t('staff.nav.cases')}>
      <Text maw={720} mb={24} c="dimmed">
        {t('staff.cases.intro')}
      </Text>
      <Stack gap={40}>
        <FindForm onFind={setReport} />
        {report ? (
          <Suspense fallback={<LoadingCard heights={[28, 80]} />}>
            <Reported key={JSON.stringify(report)} report={report} />
          </Suspense>
        ) : null}
        <Cases />
        <Quarters />
      </Stack>
    </StaffPage>
  );
}

function Cases() {
  const t = useText();
  const here = useHere();
  const { state, change } = useAddress(parseSearch);
  const found = useQuery(casesQuery(state));
  return (
    <Section title={t('staff.cases.list')}>
      <Filters>
        <Search hint={t('staff.cases.search')} state={state} change={change} />
      </Filters>
      <List<ScamCaseRow>
        label={t('staff.cases.list')}
        found={found}
        paging={{ state, change }}
        rowKey={({ id }) => id}
        link={({ id }) => ({ to: staffPaths.case(id), state: here })}
        stacked={({ sender_id: sender, team, report, opened_at: at, opened_by: by }) => (
          <>
            <StackLead end={<Moment instant={at} />}>{sender}</StackLead>
            <Group justify="space-between" gap="0 16px">
              <Quiet>{team.name}</Quiet>
              <Quiet>{by}</Quiet>
            </Group>
            <Text style={{ overflowWrap: 'anywhere' }}>{report}</Text>
          </>
        )}
        empty={t(state.q ? 'staff.cases.noMatch' : 'staff.cases.empty')}
      />
    </Section>
  );
}

/** The figures of each quarter. */
function Quarters() {
  const t = useText();
  const found = useQuery(quartersQuery);
  const figure = (id: keyof CaseQuarter, head: string): Column<CaseQuarter> => ({
    id,
    head,
    align: 'right',
    cell: (row) => row[id],
  });
  const columns: Column<CaseQuarter>[] = [
    { id: 'quarter', head: t('staff.cases.quarter'), cell: ({ quarter }) => quarter },
    figure('cases', t('staff.cases.count')),
    figure('names_blocked', t('staff.cases.names')),
    figure('teams_paused', t('staff.cases.teams')),
    figure('domains_blocked', t('staff.cases.domains')),
    figure('notified', t('staff.cases.notifiedCount')),
  ];
  return (
    <Section title={t('staff.cases.quarters')} text={t('staff.cases.quartersText')}>
      <List<CaseQuarter>
        label={t('staff.cases.quarters')}
        found={{ ...found, data: found.data && { results: found.data } }}
        columns={columns}
        stackBelow="48em"
        stacked={({ quarter, cases, ...row }) => (
          <>
            <StackLead end={t('staff.cases.quarterCases', { cases })}>{quarter}</StackLead>
            <Quiet>
              {t('staff.cases.quarterLine', {
                names: row.names_blocked,
                domains: row.domains_blocked,
                teams: row.teams_paused,
                notified: row.notified,
              })}
            </Quiet>
          </>
        )}
        rowKey={({ quarter }) => quarter}
        empty={t('staff.cases.noQuarters')}
      />
    </Section>
  );
}

export default withTexts(CasesPage, { ...staffCases, ...staffTrace });
