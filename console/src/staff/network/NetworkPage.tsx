// The network of carriers at `/staff/network`: edited as a draft, proposed as a whole, and approved by a
// second person.
import type { NetworkAnswer, NetworkDocument } from '@godwit/contract/staff/network';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { networkQuery, proposeNetwork } from '../api/network.ts';
import { staffNetwork } from '../networkText.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { Choice } from './Choice.tsx';
import { LinksPart } from './LinksPart.tsx';
import { Proposals } from './Proposals.tsx';
import { RulesPart } from './RulesPart.tsx';
import { type Draft, useDraft } from './useDraft.ts';

const History = lazyPart(() => import('./History.tsx'), 'History');

function NetworkPage() {
  const t = useText();
  const found = useQuery(networkQuery);
  if (found.data) return <Network network={found.data} />;
  return (
    <StaffPage title={t('staff.nav.network')}>
      {found.isError ? <LoadFailed error={found.error} onRetry={() => found.refetch()} /> : null}
      {found.isPending ? <LoadingCard heights={[28, 160, 160]} /> : null}
    </StaffPage>
  );
}

const BREAKS = { overflowWrap: 'anywhere' } as const;

function Network({ network }: { network: NetworkAnswer }) {
  const t = useText();
  const [draft, setDraft] = useDraft();
  const { source, current } = network;
  const document = draft?.document ?? network.document;
  const isFixed = source === 'FILE';
  const change = (next: NetworkDocument) =>
    setDraft({ base: draft ? draft.base : (current?.number ?? null), document: next });
  const editing = { network, document, onChange: isFixed ? null : change };
  const hasRules = document.links.length + document.routes.length > 0;
  return (
    <StaffPage title={t('staff.nav.network')}>
      <Stack gap={40}>
        {draft ? <DraftBar draft={draft} onDone={() => setDraft(null)} /> : null}
        {source === 'NONE' ? null : <InUse network={network} />}
        {network.proposals.length > 0 ? <Proposals network={network} /> : null}
        <LinksPart {...editing} />
        {hasRules ? <RulesPart {...editing} /> : null}
        {source === 'NONE' ? null : <Choice />}
        <Suspense fallback={null}>{isFixed ? null : <History />}</Suspense>
      </Stack>
    </StaffPage>
  );
}

/** The version in use, and processes that cannot use it. */
function InUse({ network: { source, current, processes } }: { network: NetworkAnswer }) {
  const t = useText();
  return (
    <Card style={BREAKS}>
      {source === 'VERSIONS' && current ? (
        <>
          <CardTitle>{t('staff.network.VERSIONS', { number: current.number })}</CardTitle>
          <Text mt={4}>{current.reason}</Text>
        </>
      ) : (
        <Text>{t('staff.network.FILE')}</Text>
      )}
      {current ? (
        <Text mt={4} fz={13} c="dimmed">
          {t('staff.network.byAt', { author: current.author, at: formatInstant(current.at) })}
          {' · '}
          {t('staff.network.processes', { current: processes.current, running: processes.running })}
        </Text>
      ) : null}
      {processes.troubles.map(({ host, words }) => (
        <Text key={host + words} mt={8} role="alert" c="var(--danger)" style={{ whiteSpace: 'pre-wrap' }}>
          {t('staff.network.trouble', { host, words })}
        </Text>
      ))}
    </Card>
  );
}

/** Proposes the draft. It stays, with the faults of its document, if the server refuses it. */
function DraftBar({ draft, onDone }: { draft: Draft; onDone: () => void }) {
  const t = useText();
  const [fault, setFault] = useState<string | null>(null);
  const queries = useQueryClient();
  const [ask, question] = useReasonConfirm();
  const propose = () =>
    ask({
      title: t('staff.network.propose'),
      text: t('staff.network.proposeText'),
      action: t('staff.network.propose'),
      asksReason: true,
      call: async (reason) => {
        setFault(null);
        const newer = await proposeNetwork({ ...draft, reason }).catch((error: unknown) => {
          const found = error instanceof ApiError ? error.fields.document : undefined;
          if (found === undefined) throw error;
          setFault(found);
        });
        if (!newer) return;
        await queries.cancelQueries({ queryKey: networkQuery.queryKey });
        queries.setQueryData(networkQuery.queryKey, newer);
        toastSuccess(t('staff.network.proposed'));
        onDone();
      },
    });
  return (
    <Group role="status" gap="12px 16px" px={16} py={12} bdrs={8} bg="var(--info-soft)">
      <Text flex="1 1 280px" c="var(--info)">
        {t('staff.network.draft')}
      </Text>
      <Button variant="subtle" onClick={onDone}>
        {t('staff.network.discard')}
      </Button>
      <Button onClick={propose}>{t('staff.network.propose')}</Button>
      {fault === null ? null : (
        <Text role="alert" w="100%" c="var(--danger)" style={{ whiteSpace: 'pre-wrap', ...BREAKS }}>
          {fault}
        </Text>
      )}
      {question}
    </Group>
  );
}

export default withTexts(NetworkPage, staffNetwork);
