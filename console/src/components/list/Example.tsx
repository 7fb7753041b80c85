// An example of the real thing on an empty page. It is for the eye only: the text below says what it is.
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../text/useText.ts';

/** The person of all examples. */
export const EXAMPLE_PERSON = { name: 'Kamala Perera', number: '+94 77 412 8830' };

export function Example({ children }: { children: ReactNode }) {
  const t = useText();
  const frame = { bg: 'var(--subtle)', bd: '1px dashed var(--edge)', bdrs: 8, c: 'dimmed' };
  return (
    <Box {...frame} w="100%" maw={480} mb={8} p="12px 20px 16px" ta="left" aria-hidden="true">
      <Text fz={13} mb={8}>
        {t('list.example')}
      </Text>
      {children}
    </Box>
  );
}
