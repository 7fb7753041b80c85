// The rules of countries at `/staff/sender-ids/rules`: those in force, and sets that one admin proposes and
// another one accepts.
import type { RulesAnswer } from '@godwit/contract/staff/rules';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { rulesQuery } from '../api/rules.ts';
import { staffRules } from '../rulesText.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { StaffPage, useMay } from '../shell/StaffPage.tsx';
import { History } from './History.tsx';
import { InForce } from './InForce.tsx';
import { Proposals } from './Proposals.tsx';
import { ruleCountry } from './places.ts';

// Its form loads with the dialog.
const ChangeDialog = lazyPart(() => import('./ChangeDialog.tsx'), 'ChangeDialog');

function RulesPage() {
  const t = useText();
  const may = useMay();
  const found = useQuery(rulesQuery);
  // Null until the dialog has been opened once.
  const [isChanging, setChanging] = useState<boolean | null>(null);
  const rules = found.data;
  return (
    <StaffPage
      title={t('staff.nav.rules')}
      actions={
        rules && may('rules') ? (
          <Button onClick={() => setChanging(true)}>{t('staff.rules.change')}</Button>
        ) : null
      }
    >
      {rules ? (
        <Stack gap={40}>
          <InUse rules={rules} />
          {rules.proposals.length > 0 ? <Proposals proposals={rules.proposals} /> : null}
          <InForce values={rules.in_force} />
          <History />
          <Suspense fallback={null}>
            {isChanging === null ? null : (
              <ChangeDialog rules={rules} opened={isChanging} onClose={() => setChanging(false)} />
            )}
          </Suspense>
        </Stack>
      ) : null}
      {found.isError && !rules ? <LoadFailed error={found.error} onRetry={() => found.refetch()} /> : null}
      {found.isPending ? <LoadingCard heights={[28, 160, 160]} /> : null}
    </StaffPage>
  );
}

/** The set in force, RULES_FILE, and processes that cannot use the set. */
function InUse({ rules: { current, file, processes } }: { rules: RulesAnswer }) {
  const t = useText();
  return (
    <Card style={{ overflowWrap: 'anywhere' }}>
      {current ? (
        <>
          <CardTitle>{t('staff.rules.current', { number: current.number })}</CardTitle>
          <Text mt={4}>{current.reason}</Text>
          <Quiet>
            {current.decided_by && current.decided_at
              ? t('staff.rules.since', { by: current.decided_by, at: formatInstant(current.decided_at) })
              : t('staff.rules.restored', { by: current.author, at: formatInstant(current.at) })}
            {' · '}
            {t('staff.rules.processes', { current: processes.current, running: processes.running })}
          </Quiet>
        </>
      ) : (
        <Text>{t('staff.rules.none')}</Text>
      )}
      {file ? (
        <Text mt={8}>
          {t('staff.rules.file', { countries: file.countries.map((one) => ruleCountry(t, one)).join(', ') })}
        </Text>
      ) : null}
      {processes.troubles.map(({ host, words }) => (
        <Text key={host + words} mt={8} role="alert" c="var(--danger)" style={{ whiteSpace: 'pre-wrap' }}>
          {t('staff.rules.trouble', { host, words })}
        </Text>
      ))}
    </Card>
  );
}

export default withTexts(RulesPage, staffRules);
