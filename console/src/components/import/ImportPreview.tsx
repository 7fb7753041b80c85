// A preview before the upload: the first rows, the field of each column, ignored columns and rejected rows.
import type { CsvColumns, CsvField } from '@godwit/contract/csv/columns';
import { Box, Flex, NativeSelect, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PREVIEW_ROWS, type Preview, type PreviewColumn, type PreviewRow } from './csvPreview.ts';
import type { Importer } from './Import.tsx';
import { NameConflicts } from './RejectedRows.tsx';

type Props = {
  importer: Importer;
  file: File;
  /** Undefined while the file is read. */
  preview: Preview | undefined;
  /** The file is being read again with other columns. */
  dim: boolean;
  /** Called when the person assigns columns to fields. */
  onColumns: (columns: CsvColumns) => void;
};

/** Marks rows that will be left out. */
export function ImportPreview({ importer, file, preview, dim, onColumns }: Props) {
  const t = useText();
  const total = preview?.total ?? 0;
  const about = { file: file.name, size: formatBytes(file.size), count: preview?.rows.length ?? 0, total };
  const heads = total > PREVIEW_ROWS ? 'upload.firstRows' : 'upload.allRows';
  return (
    <>
      <Text mb={12} style={{ overflowWrap: 'anywhere' }} role="status">
        {t(preview ? heads : 'upload.reading', about)}
      </Text>
      {preview ? <Remarks preview={preview} /> : null}
      {preview ? (
        <NameConflicts
          textId={preview.conflicts.isCut ? 'upload.conflictsOver' : 'upload.conflicts'}
          count={preview.conflicts.listed.length}
          conflicts={preview.conflicts.listed}
          shown={SHOWN_CONFLICTS}
        />
      ) : null}
      <Rows importer={importer} preview={preview} dim={dim} onColumns={onColumns} />
    </>
  );
}

/** Limited so that the rows stay visible. */
const SHOWN_CONFLICTS = 5;

/** The number of ignored columns that are named. */
const NAMED = 8;

/** The rows and columns that will not be imported. */
function Remarks({ preview: { rows, columns, fileColumns, isUsable } }: { preview: Preview }) {
  const t = useText();
  const nameOf = useColumnName();
  const bad = rows.filter(({ problem }) => problem !== null).length;
  const dropped = fileColumns.filter(({ index }) => !Object.values(columns).includes(index)).map(nameOf);
  const named = dropped.slice(0, NAMED).join(', ');
  const more = dropped.length - NAMED;
  return (
    <Box mb={16} style={{ overflowWrap: 'anywhere' }}>
      {isUsable ? null : (
        <Text mt={-8} fw={500} c="var(--danger)" role="alert">
          {t('upload.noneUsable')}
        </Text>
      )}
      {isUsable && bad > 0 ? (
        <Text mt={-8} c="var(--danger)">
          {t('upload.bad', { count: bad })}
        </Text>
      ) : null}
      {dropped.length > 0 ? (
        <Text mt={4} c="dimmed">
          {t('upload.dropped', {
            count: dropped.length,
            columns: more > 0 ? t('upload.andMore', { items: named, count: more }) : named,
          })}
        </Text>
      ) : null}
    </Box>
  );
}

/** Returns the heading of a column, or its letters as in a spreadsheet. */
function useColumnName() {
  const t = useText();
  return ({ heading, index }: PreviewColumn) => heading || t('upload.column', { letters: lettersOf(index) });
}

/** A to Z, then AA and so on. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** The row with the selects above the others. Files have no line 0. */
const CHOICE: PreviewRow = { line: 0, cells: {}, problem: null };

function Rows({ importer, preview, dim, onColumns }: Omit<Props, 'file'>) {
  const t = useText();
  const { fields } = importer;
  const columns: Column<PreviewRow>[] = fields.map(([field, id], index) => ({
    id: field,
    head: t(id),
    width: index === 0 ? `${100 - (fields.length - 1) * 18}%` : '18%',
    cell: (row) => {
      if (row === CHOICE && preview)
        return <Choice field={field} label={t(id)} preview={preview} onColumns={onColumns} />;
      return index === 0 ? <NumberCell row={row} field={field} /> : <Cell>{row.cells[field]}</Cell>;
    },
  }));
  return (
    <DataTable
      label={t('upload.rows')}
      columns={columns}
      rows={preview && [CHOICE, ...preview.rows]}
      dim={dim}
      rowKey={({ line }) => String(line)}
      empty={null}
    />
  );
}

type ChoiceProps = {
  field: CsvField;
  label: string;
  preview: Preview;
  onColumns: (columns: CsvColumns) => void;
};

/** Selects the column of a field. If another field has that column, the two fields swap columns. */
function Choice({ field, label, preview: { columns, fileColumns }, onColumns }: ChoiceProps) {
  const t = useText();
  const chosen = columns[field];

  function choose(value: string): void {
    const column = value === '' ? undefined : Number(value);
    const other = Object.entries(columns).find(([, one]) => one !== undefined && one === column)?.[0];
    onColumns({ ...columns, ...(other ? { [other]: chosen } : {}), [field]: column });
  }
  const options = fileColumns.map(({ index, heading, sample }) => ({
    value: String(index),
    label: heading || t('upload.columnLike', { letters: lettersOf(index), sample }),
  }));
  const isThere = options.some(({ value }) => value === String(chosen));
  return (
    <NativeSelect
      my={8}
      miw={112}
      maw={240}
      rightSection={<IconChevronDown size={16} stroke={1.5} />}
      aria-label={t('upload.columnOf', { field: label })}
      data={[
        ...(field === 'number' && isThere ? [] : [{ value: '', label: t('upload.noColumn') }]),
        ...options,
      ]}
      value={isThere ? String(chosen) : ''}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** Keeps the column's width independent of its content. */
const CONTAINED = { contain: 'inline-size' };
const Cell = ({ children }: { children: string | undefined }) => (
  <Text truncate miw={88} style={CONTAINED} title={children}>
    {children}
  </Text>
);

function NumberCell({ row: { cells, problem }, field }: { row: PreviewRow; field: CsvField }) {
  if (problem === null) return <Cell>{cells[field]}</Cell>;
  return (
    <Box miw={168} py={8} c="var(--danger)" style={CONTAINED}>
      <Flex align="center" gap={6} fw={500} style={{ overflow: 'hidden' }}>
        <IconAlertTriangle size={16} style={{ flex: 'none' }} aria-hidden="true" />
        {cells[field]}
      </Flex>
      <Text fz={13} style={{ whiteSpace: 'normal' }}>
        {problem}
      </Text>
    </Box>
  );
}
