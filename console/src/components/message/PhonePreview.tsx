// A live preview of a message on a phone: its sender, its text, and where segments begin.
import { optOutLanguage, optOutLeads } from '@godwit/contract/messages/optOutLine';
import { splitSegments } from '@godwit/contract/messages/segments';
import { Box, Center, Flex, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';

/** `head` and `foot` tell whose message it is. */
export type Previewed = {
  sender: string | null;
  text: string;
  promotional: boolean;
  head?: ReactNode;
  foot?: ReactNode;
};

export function PhonePreview({ sender, text, promotional, head, foot }: Previewed) {
  const t = useText();
  const pieces = splitSegments(text, { promotional });
  return (
    <Card>
      <CardTitle mb={head ? 8 : 16}>{t('preview.title')}</CardTitle>
      {head ? <Box mb={16}>{head}</Box> : null}
      <Box maw={280} mx="auto" pb={16} bd="2px solid var(--edge)" bdrs={24} bg="var(--subtle)">
        <Correspondent name={sender ?? t('field.senderId')} />
        <Box
          component="section"
          aria-label={t('preview.message')}
          tabIndex={0}
          mah={360}
          px={16}
          style={{ overflowY: 'auto' }}
        >
          <Bubble pieces={pieces} optOut={promotional && text !== '' ? optOutLine(text) : null} />
        </Box>
      </Box>
      {foot}
      {pieces.length > 1 ? (
        <Text mt={16} fz={13} c="dimmed">
          {t('preview.marks')}
        </Text>
      ) : null}
    </Card>
  );
}

// Shortened, because each recipient's link ends in its own token.
const optOutLine = (text: string) => `${optOutLeads(location.origin)[optOutLanguage(text)]}…`;

const UNDERLINED = { borderBottom: '1px solid var(--hairline)' };

function Correspondent({ name }: { name: string }) {
  const round = { w: 36, h: 36, bdrs: 18, bg: 'var(--selected)', c: 'var(--selected-text)' };
  return (
    <Flex direction="column" align="center" gap={4} p="16px 16px 12px" mb={16} style={UNDERLINED}>
      <Center {...round} fw={600} aria-hidden="true">
        {name.slice(0, 1)}
      </Center>
      <Text fz={13} fw={600}>
        {name}
      </Text>
    </Flex>
  );
}

/** The font of the phone's own messages. */
const FACE = "system-ui, 'Noto Sans Sinhala', 'Noto Sans Tamil', sans-serif";

function Bubble({ pieces, optOut }: { pieces: readonly string[]; optOut: string | null }) {
  const t = useText();
  const isEmpty = pieces.length === 0;
  return (
    <Text
      dir="auto"
      w="fit-content"
      maw="100%"
      px={12}
      py={8}
      bdrs="16px 16px 16px 4px"
      bg="var(--surface)"
      bd="1px solid var(--hairline)"
      c={isEmpty ? 'dimmed' : 'var(--text)'}
      fz={15}
      lh="20px"
      style={{ fontFamily: FACE, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {isEmpty ? t('preview.empty') : null}
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces differ only by their position
        <Fragment key={index}>
          {index > 0 ? <SegmentMark number={index + 1} /> : null}
          {piece}
        </Fragment>
      ))}
      {optOut ? (
        <Text span inherit c="dimmed">
          {optOut}
        </Text>
      ) : null}
    </Text>
  );
}

// Hidden from screen readers, because it may be inside a word.
function SegmentMark({ number }: { number: number }) {
  const colours = { bg: 'var(--primary)', c: 'var(--surface)' };
  return (
    <Text span {...colours} mx={2} px={4} bdrs={4} fz={12} fw={600} aria-hidden="true">
      {number}
    </Text>
  );
}
