// The first rows of a file that was chosen, with those marked that will be left out.

import { IconAlertTriangle } from '@tabler/icons-react';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import type { Preview, PreviewRow } from './csvPreview.ts';
import classes from './FilePreview.module.css';

type Props = {
  file: File;
  /** undefined while it is read. */
  preview: Preview | undefined;
};

const COLUMNS = [
  'upload.number',
  'upload.firstName',
  'upload.lastName',
  'upload.group1',
  'upload.group2',
] as const;

export function FilePreview({ file, preview }: Props) {
  const t = useText();
  const about = { file: file.name, size: formatBytes(file.size), count: preview?.rows.length ?? 0 };
  const bad = preview?.rows.filter(({ problem }) => problem !== null).length ?? 0;
  const columns: Column<PreviewRow>[] = COLUMNS.map((id, column) => ({
    id,
    head: t(id),
    cell: (row) =>
      column === 0 ? <NumberCell row={row} /> : <span className={classes.cell}>{row.cells[column]}</span>,
    width: column === 0 ? '34%' : '16.5%',
  }));
  return (
    <>
      <p className={classes.about} role="status">
        {preview
          ? t(preview.more ? 'upload.firstRows' : 'upload.allRows', about)
          : t('upload.reading', about)}
      </p>
      {bad > 0 ? <p className={classes.bad}>{t('upload.bad', { count: bad })}</p> : null}
      <DataTable
        label={t('upload.rows')}
        columns={columns}
        rows={preview?.rows}
        rowKey={({ line }) => String(line)}
        empty={null}
      />
    </>
  );
}

function NumberCell({ row: { cells, problem } }: { row: PreviewRow }) {
  if (problem === null) return <span className={classes.cell}>{cells[0]}</span>;
  return (
    <span className={classes.wrong}>
      <span>
        <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
        {cells[0]}
      </span>
      <span className={classes.problem}>{problem}</span>
    </span>
  );
}
