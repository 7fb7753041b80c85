// An empty state with one sentence and one action.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';

type Props = { text: string; action?: ReactNode };

export const EmptyCard = (props: Props) => (
  <Card padded={false}>
    <EmptyState {...props} />
  </Card>
);

export function EmptyState({ text, action }: Props) {
  return (
    <Stack align="center" gap={16} p="40px 24px" ta="center">
      <Text c="dimmed" maw={480}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
