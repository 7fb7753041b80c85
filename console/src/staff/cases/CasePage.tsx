// A case of fraud, at `/staff/cases/{id}`: what to block, what was known, and what was done.
import type { ScamCase, ScamCaseEvent } from '@godwit/contract/staff/cases';
import { Box, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DownloadButton, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { caseQuery, openCaseFile } from '../api/cases.ts';
import { staffCases } from '../casesText.ts';
import { staffPaths } from '../paths.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { FactGrid, StaffPage, useBack } from '../shell/StaffPage.tsx';
import { staffTrace } from '../traceText.ts';
import { Blocks } from './Blocks.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { NotifiedButton } from './NotifiedButton.tsx';

function CasePage() {
  const t = useText();
  const { id = '' } = useParams();
  const back = useBack(staffPaths.cases);
  const queries = useQueryClient();
  const { data: found, error, refetch } = useQuery(caseQuery(id));
  const download = useDownload();
  const title = t('staff.nav.cases');
  if (!found)
    return (
      <StaffPage title={title} back={back}>
        {error ? (
          <LoadFailed
            error={error}
            onRetry={() => void refetch()}
            missing={{ text: t('staff.cases.missing'), back: title, to: staffPaths.cases }}
          />
        ) : (
          <LoadingCard heights={[28, 160, 40]} />
        )}
      </StaffPage>
    );
  const show = (newer: ScamCase) => {
    queries.setQueryData(caseQuery(id).queryKey, newer);
    void queries.invalidateQueries({ queryKey: ['staff', 'cases', 'quarters'] });
  };
  const parts = { found, show, refresh: () => void refetch() };
  const file = { file: `case-${id}.json`, open: (signal: AbortSignal) => openCaseFile(id, signal) };
  return (
    <StaffPage
      title={found.sender_id}
      back={back}
      actions={
        <DownloadButton download={download} source={file}>
          {t('action.export')}
        </DownloadButton>
      }
    >
      <DownloadLine download={download} />
      <Stack gap={40}>
        <Card>
          <FactGrid
            facts={[
              [t('staff.cases.reported'), found.report, 'whole'],
              [t('staff.cases.openedBy'), found.opened_by],
              [t('staff.cases.openedAt'), formatInstant(found.opened_at)],
            ]}
          />
        </Card>
        <Blocks {...parts} />
        <CaseFacts found={found} />
        <Section
          title={t('staff.cases.events')}
          actions={found.own_team ? null : <NotifiedButton {...parts} />}
        >
          <Events events={found.events} />
        </Section>
      </Stack>
    </StaffPage>
  );
}

/** The acts of staff in the case, newest first. */
function Events({ events }: { events: ScamCaseEvent[] }) {
  const t = useText();
  if (events.length === 0)
    return (
      <Card>
        <EmptyState text={t('staff.cases.noEvents')} />
      </Card>
    );
  return (
    <Card padded={false}>
      <Box component="ul" style={{ overflowWrap: 'anywhere' }} aria-label={t('staff.cases.events')}>
        {events.map(({ at, by, kind, subject, note }, index) => (
          <Box
            component="li"
            key={`${at} ${kind}`}
            {...(index > 0 ? { className: 'ruled' } : {})}
            px={{ base: 16, xs: 24 }}
            py={12}
          >
            <Text fw={600}>{t(`staff.cases.event.${kind}`, { subject })}</Text>
            <Text>{note}</Text>
            <Quiet>{t('staff.cases.by', { by, at: formatInstant(at) })}</Quiet>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

export default withTexts(CasePage, { ...staffCases, ...staffTrace });
