// An empty state: an example of what will be there, one sentence and one action.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';

type Props = {
  text: ReactNode;
  action?: ReactNode;
  /** An example of the real thing, for the eye only; the text says what it is. */
  example?: ReactNode;
};

export const EmptyCard = (props: Props) => (
  <Card padded={false}>
    <EmptyState {...props} />
  </Card>
);

export function EmptyState({ text, action, example }: Props) {
  return (
    <Stack align="center" gap={16} p="40px 24px" ta="center">
      {example}
      <Text c="dimmed" maw={480}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
