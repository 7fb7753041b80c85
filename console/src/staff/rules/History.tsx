// All rule sets, newest first. One that was in force can be restored.
import type { RuleSet } from '@godwit/contract/staff/rules';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { List } from '../../components/list/List.tsx';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { putBackSet, setsQuery } from '../api/rules.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useMay } from '../shell/StaffPage.tsx';
import { VERSION_LOOKS } from '../shell/versionLooks.ts';
import { Difference } from './Difference.tsx';
import { SetDocument } from './SetDocument.tsx';
import { useSetDecision } from './useSetDecision.ts';

export function History() {
  const t = useText();
  const [page, setPage] = useState(1);
  const found = useQuery(setsQuery(page));
  const [decide, question] = useSetDecision();

  function putBack({ number, puts_back_alone: isAlone }: RuleSet): void {
    decide({
      title: t('staff.rules.putBackOf', { number }),
      text: t(isAlone ? 'staff.rules.putBackAlone' : 'staff.rules.putBackTogether', { number }),
      action: t('staff.rules.putBack'),
      done: isAlone ? t('staff.rules.putBackDone', { number }) : t('staff.rules.proposed'),
      call: (reason) => putBackSet(number, reason),
    });
  }

  if (found.data?.results.length === 0) return null;
  return (
    <Section title={t('staff.rules.history')}>
      <List
        label={t('staff.rules.history')}
        found={found}
        paging={{ state: { page }, change: (next) => setPage(next.page ?? 1) }}
        rowKey={({ number }) => String(number)}
        stacked={(set) => <SetRow set={set} onPutBack={() => putBack(set)} />}
        empty={t('staff.list.empty')}
      />
      {question}
    </Section>
  );
}

function SetRow({ set, onPutBack }: { set: RuleSet; onPutBack: () => void }) {
  const t = useText();
  const may = useMay();
  const { number, state, reason, author, at, decided_by: by, decided_at: decidedAt } = set;
  const why = set.decision_reason;
  const proposed = t('staff.rules.byAt', { author, at: formatInstant(at) });
  const decided =
    by && decidedAt
      ? t(why ? 'staff.rules.decidedWhy' : 'staff.rules.decided', {
          ...{ by, at: formatInstant(decidedAt), why: why ?? '' },
        })
      : null;
  return (
    <Group justify="space-between" align="flex-start" gap="8px 24px">
      <div style={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        <Group gap="4px 12px">
          <strong>{t('staff.rules.set', { number })}</strong>
          <Pill {...VERSION_LOOKS[state]}>{t(`staff.rules.${state}`)}</Pill>
        </Group>
        <Text mt={4}>{reason}</Text>
        <Quiet>{decided ? `${proposed}; ${decided}` : proposed}</Quiet>
        {state === 'PROPOSED' ? null : <Difference difference={set.difference} />}
      </div>
      <Group gap={4} mr={{ xs: -14 }}>
        <SetDocument number={number} />
        {state === 'REPLACED' && may('rules') ? (
          <Button variant="subtle" aria-label={t('staff.rules.putBackOf', { number })} onClick={onPutBack}>
            {t('staff.rules.putBack')}
          </Button>
        ) : null}
      </Group>
    </Group>
  );
}
