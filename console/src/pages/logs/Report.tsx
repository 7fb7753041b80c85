// The report of the log: its download button, with PDF as the default format, and its progress.
import type { ConsoleList } from '@godwit/contract/messages/messages';
import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { type LogFilter, openReport, type ReportFormat } from '../../api/messages.ts';
import {
  DownloadLine,
  DownloadMenu,
  type Format,
  type Source,
  useDownload,
} from '../../components/list/Download.tsx';
import { useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';

/** The downloaded PDF has only `rows` of the messages. */
type Cut = { rows: number; total: number; more: boolean };

/**
 * Downloads reports of the messages that match `filter`. `log` is their list, whose total shows if a PDF was
 * cut.
 */
export function useReport(filter: LogFilter, log: ConsoleList | undefined) {
  const download = useDownload();
  const [cut, setCut] = useState<Cut | null>(null);
  const sourceOf = (format: ReportFormat, withText = false): Source => ({
    file: `report.${format}`,
    open: (signal) => {
      setCut(null);
      return openReport(format, { ...filter, with_text: withText || undefined }, signal);
    },
    onSaved: (rows) => {
      const { total = 0, more = false } = log ?? {};
      const isCut = format === 'pdf' && rows !== null && (rows < total || more);
      if (isCut) setCut({ rows, total, more });
    },
  });
  /** Clears the messages about the last report. */
  function clear(): void {
    setCut(null);
    download.clear();
  }
  return { download, cut, sourceOf, clear };
}

export type Report = ReturnType<typeof useReport>;

export function ReportButton({ report: { download, sourceOf } }: { report: Report }) {
  const t = useText();
  const formats: [Format, ...Format[]] = [
    { label: t('report.pdf'), source: sourceOf('pdf') },
    { label: t('report.csv'), source: sourceOf('csv') },
    { label: t('report.csvText'), source: sourceOf('csv', true) },
  ];
  return <DownloadMenu download={download} formats={formats} />;
}

/** The progress or the result of a report; empty if there is none. */
export function ReportLine({ report: { download, cut, sourceOf, clear } }: { report: Report }) {
  const t = useText();
  if (cut === null) return <DownloadLine download={download} />;
  const total = t(cut.more ? 'report.moreThan' : 'report.all', { total: cut.total });
  return (
    <StatusLine text={t('report.cut', { rows: cut.rows, total })}>
      <Button variant="outline" size="xs" onClick={() => download.start(sourceOf('csv'))}>
        {t('report.downloadCsv')}
      </Button>
      <CloseButton aria-label={t('action.close')} onClick={clear} />
    </StatusLine>
  );
}
