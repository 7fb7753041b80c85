// A part of a page under a heading of its own, with what can be done there at the right.
import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; text?: string; actions?: ReactNode; children: ReactNode };

export function Section({ title, text, actions, children }: Props) {
  return (
    <section>
      <Group gap="8px 12px" mih={40} mb={16}>
        <Box flex="1 1 240px">
          <Title order={2}>{title}</Title>
          {text ? (
            <Text maw={640} mt={4} c="dimmed">
              {text}
            </Text>
          ) : null}
        </Box>
        {actions}
      </Group>
      {children}
    </section>
  );
}
