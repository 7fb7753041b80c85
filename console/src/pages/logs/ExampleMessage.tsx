// The example in an empty log, which only new projects load.
import { Group, Text } from '@mantine/core';
import { EXAMPLE_PERSON, Example } from '../../components/list/Example.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { useText } from '../../text/useText.ts';

/** A delivered message as the log will show it. */
export function ExampleMessage() {
  const t = useText();
  const { name, number } = EXAMPLE_PERSON;
  return (
    <Example>
      <Group justify="space-between" gap="4px 16px" mb={4}>
        <Text span fw={500}>
          {name}
        </Text>
        <StatusPill status="DELIVERED" />
      </Group>
      <Text>{t('logs.example')}</Text>
      <Text fz={13} mt={4}>
        {number}
      </Text>
    </Example>
  );
}
