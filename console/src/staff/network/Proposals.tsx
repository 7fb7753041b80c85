// Changes that wait for a second person.
import type { NetworkAnswer, NetworkVersion } from '@godwit/contract/staff/network';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Section } from '../../ui/Section.tsx';
import { approveVersion, networkQuery, withdrawVersion } from '../api/network.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { type ReasonQuestion, useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { Changes } from './Changes.tsx';
import { TestLink } from './TestLink.tsx';
import { VersionDocument } from './VersionDocument.tsx';

export function Proposals({ network: { proposals } }: { network: NetworkAnswer }) {
  const t = useText();
  const [ask, question] = useReasonConfirm();
  return (
    <Section title={t('staff.network.proposals')}>
      <Stack gap={16}>
        {proposals.map((one) => (
          <Proposal key={one.number} proposal={one} onAsk={ask} />
        ))}
      </Stack>
      {question}
    </Section>
  );
}

type Props = { proposal: NetworkVersion; onAsk: (asking: ReasonQuestion) => void };

function Proposal({ proposal, onAsk }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { number, is_stale: isStale, may_approve: mayApprove } = proposal;
  const named = { number };
  const decide = (
    act: 'approve' | 'withdraw',
    done: string,
    call: (reason: string) => Promise<NetworkAnswer>,
  ) =>
    onAsk({
      title: t(`staff.network.${act}Of`, named),
      text: t(`staff.network.${act}Text`),
      action: t(`staff.network.${act}`),
      asksReason: act === 'withdraw',
      harmless: act === 'approve',
      call: async (reason) => {
        const newer = await call(reason);
        await queries.cancelQueries({ queryKey: networkQuery.queryKey });
        queries.setQueryData(networkQuery.queryKey, newer);
        queries.invalidateQueries({ queryKey: ['staff', 'network', 'versions'] });
        toastSuccess(done);
      },
      onLost: () => queries.invalidateQueries({ queryKey: networkQuery.queryKey }),
    });
  return (
    <Card aria-label={t('staff.network.version', named)}>
      <Heading version={proposal} />
      <Changes changes={proposal.changes} />
      <Group gap={12} mt={16}>
        {(isStale ? [] : changedLinks(proposal)).map((name) => (
          <TestLink key={name} name={name} version={number} isNamed />
        ))}
        <VersionDocument number={number} />
      </Group>
      <Group className="ruled" justify="flex-end" gap={12} mt={16} pt={16}>
        {mayApprove ? null : <Quiet>{t(isStale ? 'staff.network.stale' : 'staff.network.own')}</Quiet>}
        <Button
          variant="outline"
          aria-label={t('staff.network.withdrawOf', named)}
          onClick={() =>
            decide('withdraw', t('staff.network.withdrawn'), (reason) => withdrawVersion(number, reason))
          }
        >
          {t('staff.network.withdraw')}
        </Button>
        {mayApprove ? (
          <Button
            aria-label={t('staff.network.approveOf', named)}
            onClick={() =>
              decide('approve', t('staff.network.approved', named), () => approveVersion(number))
            }
          >
            {t('staff.network.approve')}
          </Button>
        ) : null}
      </Group>
    </Card>
  );
}

/** The links that a version adds or changes. */
const changedLinks = ({ changes }: NetworkVersion): string[] => [
  ...new Set(
    changes.filter(({ part, kind }) => part === 'LINK' && kind !== 'REMOVED').map(({ name }) => name),
  ),
];

/** The number, the reason and the author of a version. */
function Heading({ version: { number, reason, author, at } }: { version: NetworkVersion }) {
  const t = useText();
  return (
    <>
      <CardTitle order={3}>{t('staff.network.version', { number })}</CardTitle>
      <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
        {reason}
      </Text>
      <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('staff.network.byAt', { author, at: formatInstant(at) })}
      </Text>
    </>
  );
}
