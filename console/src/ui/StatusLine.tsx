// A line above a list with the progress of a job and its actions.
import { Box, Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  text: string;
  /** Progress details below the text. */
  detail?: string;
  /** Progress from 0 to 1, null if unknown. Omitted if nothing is running. */
  share?: number | null;
  failed?: boolean;
  /** Action buttons. */
  children?: ReactNode;
};

export function StatusLine({ text, detail, share, failed = false, children }: Props) {
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
        <Text role={failed ? 'alert' : 'status'}>{text}</Text>
        {detail === undefined ? null : <Text fz={13}>{detail}</Text>}
      </Box>
      {share === undefined ? null : (
        <Progress
          flex="1 1 200px"
          value={(share ?? 1) * 100}
          {...(share === null ? { striped: true, animated: true } : {})}
          aria-label={text}
        />
      )}
      {children}
    </Group>
  );
}
