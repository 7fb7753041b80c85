// A line above a list that tells how long work goes, or went, with what can be done about it.
import { Box, Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  words: string;
  /** What changes while it goes, below the words. */
  quiet?: string;
  /** How much is done, from 0 to 1; null while that cannot be told. Left out where nothing goes on. */
  share?: number | null;
  failed?: boolean;
  /** Buttons. */
  children?: ReactNode;
};

export function StatusLine({ words, quiet, share, failed = false, children }: Props) {
  const tone = failed ? 'danger' : 'info';
  return (
    <Group
      gap="8px 16px"
      mih={56}
      mb={16}
      px={16}
      py={8}
      bdrs={8}
      bg={`var(--${tone}-soft)`}
      c={`var(--${tone})`}
    >
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text role={failed ? 'alert' : 'status'}>{words}</Text>
        {quiet === undefined ? null : <Text fz={13}>{quiet}</Text>}
      </Box>
      {share === undefined ? null : (
        <Progress
          flex="1 1 200px"
          value={(share ?? 1) * 100}
          {...(share === null ? { striped: true, animated: true } : {})}
          aria-label={words}
        />
      )}
      {children}
    </Group>
  );
}
