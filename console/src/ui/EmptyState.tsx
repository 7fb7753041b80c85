// What stands where there is nothing yet: one sentence, one action.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap={16} p="40px 24px" ta="center">
      <Text c="dimmed" maw={480}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
