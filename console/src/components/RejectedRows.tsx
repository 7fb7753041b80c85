// The rows of a file that cannot be taken, by line, each with its reason.
import { Text } from '@mantine/core';
import { formatCount } from '../format.ts';
import { said } from '../text/sentences.ts';
import { useText } from '../text/useText.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';

/** `number` is the cell as it stood, where the reason does not name it. */
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
          {said(reason)}
        </Text>
      ),
    },
  ];
  if (rows.some(({ number }) => number !== undefined)) {
    columns.splice(1, 0, {
      id: 'number',
      head: t('field.number'),
      cell: ({ number }) => (
        <Text maw={{ base: 96, xs: 220 }} truncate>
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
