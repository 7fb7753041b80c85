// Changes of rules that wait for a second admin.
import type { RuleSet } from '@godwit/contract/staff/rules';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { Section } from '../../ui/Section.tsx';
import { acceptSet, setCheckQuery, withdrawSet } from '../api/rules.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useMay, useStaff } from '../shell/StaffPage.tsx';
import { Affected } from './Affected.tsx';
import { Difference } from './Difference.tsx';
import { SetDocument } from './SetDocument.tsx';
import { useSetDecision } from './useSetDecision.ts';

export function Proposals({ proposals }: { proposals: RuleSet[] }) {
  const t = useText();
  return (
    <Section title={t('staff.rules.proposals')}>
      <Stack gap={16}>
        {proposals.map((one) => (
          <Proposal key={one.number} proposal={one} />
        ))}
      </Stack>
    </Section>
  );
}

function Proposal({ proposal }: { proposal: RuleSet }) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  const { number, reason, author, at } = proposal;
  return (
    <Card aria-label={t('staff.rules.set', { number })} style={{ overflowWrap: 'anywhere' }}>
      <CardTitle order={3}>{t('staff.rules.set', { number })}</CardTitle>
      <Text mt={4}>{reason}</Text>
      <Quiet>{t('staff.rules.byAt', { author, at: formatInstant(at) })}</Quiet>
      <Difference difference={proposal.difference} />
      {isShown ? <Checked number={number} /> : null}
      <Group gap={12} mt={16}>
        {isShown ? null : (
          <Button
            variant="outline"
            aria-label={t('staff.rules.showAffectedOf', { number })}
            onClick={() => setShown(true)}
          >
            {t('staff.rules.showAffected')}
          </Button>
        )}
        <SetDocument number={number} />
      </Group>
      <Decide proposal={proposal} />
    </Card>
  );
}

/** The dry run of the set at this moment: other names and messages are there than at its proposal. */
function Checked({ number }: { number: number }) {
  const t = useText();
  const found = useQuery(setCheckQuery(number));
  return (
    <div aria-live="polite">
      <Text fw={600} mt={16}>
        {t('staff.rules.affected')}
      </Text>
      {found.data ? <Affected affected={found.data.affected} /> : null}
      {found.isError ? <LoadFailed error={found.error} onRetry={() => found.refetch()} /> : null}
      {found.isPending ? <LoadingCard heights={[48]} /> : null}
    </div>
  );
}

function Decide({ proposal }: { proposal: RuleSet }) {
  const t = useText();
  const may = useMay();
  const { email } = useStaff();
  const [decide, question] = useSetDecision();
  const { number, author, is_stale: isStale, may_accept: mayAccept } = proposal;
  const named = { number };
  const own = author === email;
  const act = own ? 'withdraw' : 'reject';
  return (
    <Group className="ruled" justify="flex-end" gap={12} mt={16} pt={16}>
      {mayAccept ? null : <Quiet>{t(isStale ? 'staff.rules.stale' : 'staff.rules.own')}</Quiet>}
      {may('rules') ? (
        <Button
          variant="outline"
          aria-label={t(`staff.rules.${act}Of`, named)}
          onClick={() =>
            decide({
              title: t(`staff.rules.${act}Of`, named),
              text: t('staff.rules.withdrawText'),
              action: t(`staff.rules.${act}`),
              harmless: false,
              done: t(own ? 'staff.rules.withdrawn' : 'staff.rules.rejected', named),
              call: (reason) => withdrawSet(number, reason),
            })
          }
        >
          {t(`staff.rules.${act}`)}
        </Button>
      ) : null}
      {mayAccept ? (
        <Button
          aria-label={t('staff.rules.acceptOf', named)}
          onClick={() =>
            decide({
              title: t('staff.rules.acceptOf', named),
              text: t('staff.rules.acceptText'),
              action: t('staff.rules.accept'),
              done: t('staff.rules.accepted', named),
              call: (reason) => acceptSet(number, reason),
            })
          }
        >
          {t('staff.rules.accept')}
        </Button>
      ) : null}
      {question}
    </Group>
  );
}
