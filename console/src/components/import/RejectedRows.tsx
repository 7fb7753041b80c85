// Rows of a file that were not imported, and names that were not kept.
import type { NameConflict } from '@godwit/contract/contacts';
import { Box, Text } from '@mantine/core';
import { formatCount } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import type { TextId } from '../../text/catalogue.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { fullName } from './csvPreview.ts';

/** `number` is the original cell, if the reason does not contain it. */
type Row = { line: number; number?: string; reason: string };

export function RejectedRows({ label, rows }: { label: string; rows: Row[] }) {
  const t = useText();
  const columns: Column<Row>[] = [
    {
      id: 'line',
      head: t('upload.line'),
      cell: ({ line }) => formatCount(line),
      align: 'right',
      width: '1px',
    },
    {
      id: 'reason',
      head: t('field.reason'),
      cell: ({ reason }) => (
        <Text miw={120} py={8} style={{ whiteSpace: 'normal' }}>
          {translate(reason)}
        </Text>
      ),
    },
  ];
  if (rows.some(({ number }) => number !== undefined)) {
    columns.splice(1, 0, {
      id: 'number',
      head: t('field.number'),
      cell: ({ number }) => (
        <Text maw={{ base: 96, xs: 220 }} truncate title={number}>
          {number}
        </Text>
      ),
    });
  }
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ line, reason }) => `${line} ${reason}`}
      empty={null}
    />
  );
}

type Props = {
  /** The text above the list, which uses `count`. */
  textId: TextId;
  count: number;
  conflicts: readonly NameConflict[];
  /** The number of conflicts on screen. */
  shown: number;
};

/** Numbers with conflicting names: the name that is kept, and the others with their lines. */
export function NameConflicts({ textId, count, conflicts, shown }: Props) {
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
        {t(textId, { count })}
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
