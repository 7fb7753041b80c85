// Numbers to which rows of a file give different names: which name counts, and which do not, each with its line.
import type { NameConflict } from '@godwit/contract/contacts';
import { Box, Text } from '@mantine/core';
import { useReadableNumber } from '../phone.ts';
import type { TextId } from '../text/catalogue.ts';
import { useText } from '../text/useText.ts';
import { NoteBox } from '../ui/NoteBox.tsx';
import { fullName } from './csvConflicts.ts';

type Props = {
  /** Says how many there are, which it is told as `count`. */
  words: TextId;
  count: number;
  conflicts: readonly NameConflict[];
  /** How many of them are shown. */
  shown: number;
};

export function NameConflicts({ words, count, conflicts, shown }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const named = ({ line, ...name }: NameConflict['kept']) =>
    t('upload.nameAt', { name: fullName(name), line });
  const andMore = (items: string, more: number) =>
    more > 0 ? t('upload.andMore', { items, count: more }) : items;
  if (conflicts.length === 0) return null;
  return (
    <Box my={16}>
      <NoteBox tone="warning">
        {t(words, { count })}
        <Box component="ul" mt={4} fz={13} style={{ overflowWrap: 'anywhere' }}>
          {conflicts.slice(0, shown).map(({ number, kept, others, others_total }) => (
            <Text component="li" inherit key={number} mt={4}>
              {t('upload.conflict', {
                number: readable(number),
                kept: named(kept),
                others: andMore(others.map(named).join(', '), others_total - others.length),
              })}
            </Text>
          ))}
        </Box>
        {count > shown ? (
          <Text fz={13} mt={4} c="dimmed">
            {t('upload.conflictsShown', { shown })}
          </Text>
        ) : null}
      </NoteBox>
    </Box>
  );
}
