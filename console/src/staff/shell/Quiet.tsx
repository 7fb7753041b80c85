// A dimmed line of details, such as who, when and why.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Text fz={13} c="dimmed">
    {children}
  </Text>
);
