// A page with one message and one action.
import { Box, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Notice({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <Box maw={560} mx="auto" px={24} py={64}>
      <Title mb={12}>{title}</Title>
      <Text c="dimmed" fz={16} lh="24px" mb={24}>
        {text}
      </Text>
      {children}
    </Box>
  );
}
