// A worked example on an empty page: a sentence, and lines to copy.
import { Box, Flex, Text } from '@mantine/core';
import { useText } from '../text/useText.ts';
import { CopyButton } from './CopyButton.tsx';

export function WorkedExample({ text, code }: { text: string; code: string }) {
  const t = useText();
  return (
    <Box component="figure" m={0} w="100%" maw={640} ta="left">
      <Text component="figcaption" fz={13} c="dimmed" mb={8}>
        {text}
      </Text>
      <Flex align="flex-start" bg="var(--subtle)" bd="1px solid var(--hairline)" bdrs={8}>
        <Box
          component="pre"
          className="mono"
          translate="no"
          flex={1}
          miw={0}
          m={0}
          p="12px 0 12px 16px"
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        >
          {code}
        </Box>
        <CopyButton value={code} label={t('action.copyExample')} copiedLabel={t('action.copied')} />
      </Flex>
    </Box>
  );
}
