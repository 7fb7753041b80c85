// The newest messages of a phone number, of all teams. Each leads to its trace.
import type { NumberMessage } from '@godwit/contract/staff/teams';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { List } from '../../components/list/List.tsx';
import { Moment } from '../../components/Moment.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { Section } from '../../ui/Section.tsx';
import { numberQuery } from '../api/system.ts';
import { staffPaths } from '../paths.ts';
import { StackLead } from '../shell/StaffPage.tsx';

export function NumberMessages({ number }: { number: string }) {
  const t = useText();
  const found = useQuery(numberQuery(number));
  return (
    <Section title={t('staff.trace.numberTitle', { number })} text={t('staff.trace.numberText')}>
      <List<NumberMessage>
        label={t('field.messages')}
        found={{ ...found, data: found.data && { results: found.data } }}
        rowKey={({ id }) => id}
        link={({ id }) => ({ to: staffPaths.traceOf(id) })}
        stacked={(row) => <Row row={row} />}
        empty={t('staff.trace.numberNone')}
      />
    </Section>
  );
}

function Row({ row: { from, to, team, mode, status, accepted_at: at } }: { row: NumberMessage }) {
  const t = useText();
  const readable = useReadableNumber();
  const whole = (number: string) => (
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {readable(number)}
    </Text>
  );
  return (
    <>
      <StackLead end={<StatusPill status={status} />}>
        {t.rich('staff.trace.fromTo', { from: whole(from), to: whole(to) })}
      </StackLead>
      <Group justify="space-between" gap="0 12px" c="dimmed">
        <Text span style={{ overflowWrap: 'anywhere' }}>
          {team.name}, {mode}
        </Text>
        <Moment instant={at} />
      </Group>
    </>
  );
}
