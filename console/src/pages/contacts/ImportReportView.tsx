// What became of an upload: how many contacts, and which rows were left out and why.
import type { ImportReport, RejectedRow } from '@godwit/contract/contacts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../download.ts';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import classes from './ImportReportView.module.css';
import { reportCsv, reportName } from './importReport.ts';
import modal from './UploadModal.module.css';

type Props = { file: File; report: ImportReport; onAnother: () => void; onClose: () => void };

// What anybody reads on a screen; the others are in the file.
const SHOWN = 100;

export function ImportReportView({ file, report, onAnother, onClose }: Props) {
  const t = useText();
  const title = useRef<HTMLParagraphElement>(null);
  // What had the focus while it was under way is gone.
  useEffect(() => title.current?.focus(), []);
  const { rejected, rejected_total, merged, groups_created } = report;
  const figures = [
    ['imported.created', report.created],
    ['imported.updated', report.updated],
    ['imported.unchanged', report.unchanged],
    ['imported.rejected', rejected_total],
  ] as const;
  return (
    <>
      <div className={modal.scroll}>
        <p ref={title} className={modal.lead} role="status" tabIndex={-1}>
          {t('upload.done', { file: file.name })}
        </p>
        <dl className={classes.figures}>
          {figures.map(([id, count]) => (
            <div key={id} data-bad={(id === 'imported.rejected' && count > 0) || undefined}>
              <dt>{t(id)}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
        {merged > 0 ? <p className={modal.quiet}>{t('imported.merged', { count: merged })}</p> : null}
        {groups_created > 0 ? (
          <p className={modal.quiet}>{t('imported.groupsMade', { count: groups_created })}</p>
        ) : null}
        {rejected_total === 0 ? (
          <p className={modal.quiet}>{t('imported.allIn')}</p>
        ) : (
          <Rejected rows={rejected} total={rejected_total} />
        )}
      </div>
      <div className={modal.foot}>
        <Button variant="subtle" onClick={onAnother}>
          {t('upload.another')}
        </Button>
        {rejected_total > 0 ? (
          <Button
            variant="outline"
            leftSection={<IconDownload size={16} stroke={2} />}
            onClick={() => saveFile(reportCsv(rejected), reportName(file.name))}
          >
            {t('imported.downloadReport')}
          </Button>
        ) : null}
        <Button
          onClick={() => {
            onAnother();
            onClose();
          }}
        >
          {t('action.close')}
        </Button>
      </div>
    </>
  );
}

function Rejected({ rows, total }: { rows: RejectedRow[]; total: number }) {
  const t = useText();
  const columns: Column<RejectedRow>[] = [
    {
      id: 'line',
      head: t('upload.line'),
      cell: ({ line }) => formatCount(line),
      align: 'right',
      width: '1px',
    },
    {
      id: 'number',
      head: t('upload.number'),
      cell: ({ number }) => <span className={classes.number}>{number}</span>,
    },
    {
      id: 'reason',
      head: t('imported.reason'),
      cell: ({ reason }) => <span className={classes.reason}>{reason}</span>,
    },
  ];
  return (
    <section className={classes.rejected}>
      <h3>{t('imported.rejectedRows')}</h3>
      {total > SHOWN ? (
        <p className={modal.quiet}>
          {t('imported.someRejected', { shown: SHOWN, total, held: rows.length })}
        </p>
      ) : null}
      <DataTable
        label={t('imported.rejectedRows')}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        rowKey={({ line }) => String(line)}
        empty={null}
      />
    </section>
  );
}
