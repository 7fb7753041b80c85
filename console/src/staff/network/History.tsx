// All versions of the network, newest first. One that was current can be restored.
import type { NetworkVersion } from '@godwit/contract/staff/network';
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { List } from '../../components/list/List.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { networkQuery, putBackVersion, versionsQuery } from '../api/network.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { VERSION_LOOKS } from '../shell/versionLooks.ts';
import { Changes } from './Changes.tsx';
import { VersionDocument } from './VersionDocument.tsx';

export function History() {
  const t = useText();
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const found = useQuery(versionsQuery(page));
  const [ask, question] = useReasonConfirm();

  function putBack({ number, puts_back_alone: isAlone }: NetworkVersion): void {
    ask({
      title: t('staff.network.putBackOf', { number }),
      text: t(isAlone ? 'staff.network.putBackAlone' : 'staff.network.putBackTogether', { number }),
      action: t('staff.network.putBack'),
      asksReason: true,
      call: async (reason) => {
        const newer = await putBackVersion(number, reason);
        await queries.cancelQueries({ queryKey: networkQuery.queryKey });
        queries.setQueryData(networkQuery.queryKey, newer);
        queries.invalidateQueries({ queryKey: ['staff', 'network', 'versions'] });
        toastSuccess(isAlone ? t('staff.network.putBackDone', { number }) : t('staff.network.proposed'));
      },
      onLost: () => queries.invalidateQueries({ queryKey: networkQuery.queryKey }),
    });
  }

  if (found.data?.results.length === 0) return null;
  return (
    <Section title={t('staff.network.history')}>
      <List
        label={t('staff.network.history')}
        found={found}
        paging={{ state: { page }, change: (next) => setPage(next.page ?? 1) }}
        rowKey={({ number }) => String(number)}
        stacked={(version) => <VersionRow version={version} onPutBack={() => putBack(version)} />}
        empty={t('staff.list.empty')}
      />
      {question}
    </Section>
  );
}

type RowProps = { version: NetworkVersion; onPutBack: () => void };

function VersionRow({ version, onPutBack }: RowProps) {
  const t = useText();
  const { number, state, reason, author, at, decided_by: by, decided_at: decidedAt } = version;
  const proposed = t('staff.network.byAt', { author, at: formatInstant(at) });
  return (
    <Group justify="space-between" align="flex-start" gap="8px 24px">
      <div style={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        <Group gap="4px 12px">
          <strong>{t('staff.network.version', { number })}</strong>
          <Pill {...VERSION_LOOKS[state]}>{t(`staff.network.${state}`)}</Pill>
        </Group>
        <Text mt={4}>{reason}</Text>
        <Quiet>
          {by && decidedAt
            ? `${proposed}; ${t('staff.network.decided', { by, at: formatInstant(decidedAt) })}`
            : proposed}
        </Quiet>
        {state === 'PROPOSED' ? null : <Changes changes={version.changes} />}
      </div>
      <Group gap={4} mr={{ xs: -14 }}>
        <VersionDocument number={number} />
        {state === 'REPLACED' ? (
          <Button variant="subtle" aria-label={t('staff.network.putBackOf', { number })} onClick={onPutBack}>
            {t('staff.network.putBack')}
          </Button>
        ) : null}
      </Group>
    </Group>
  );
}
