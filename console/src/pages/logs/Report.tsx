// The report of the log: its button (PDF in one click, CSV behind the arrow), and how its download goes.
import type { ConsoleList } from '@godwit/contract/messages';
import { Button, CloseButton, Flex, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { type LogFilter, openReport, type ReportFormat } from '../../api/messages.ts';
import {
  DownloadButton,
  DownloadLine,
  looksOf,
  type Source,
  useDownload,
} from '../../components/Download.tsx';
import { useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import { useOpened } from '../../ui/useOpened.ts';

/** The PDF is there, and holds only `rows` of the messages. */
type Cut = { rows: number; total: number; more: boolean };

/** The report of what `filter` shows; `log` is what the list says of it, which tells whether a PDF holds all. */
export function useReport(filter: LogFilter, log: ConsoleList | undefined) {
  const download = useDownload();
  const [cut, setCut] = useState<Cut | null>(null);
  const sourceOf = (format: ReportFormat): Source => ({
    file: `report.${format}`,
    open: (signal) => {
      setCut(null);
      return openReport(format, filter, signal);
    },
    onSaved: (rows) => {
      const { total = 0, more = false } = log ?? {};
      const isCut = format === 'pdf' && rows !== null && (rows < total || more);
      if (isCut) setCut({ rows, total, more });
    },
  });
  /** Forgets what was said about the last one. */
  function clear(): void {
    setCut(null);
    download.clear();
  }
  return { download, cut, sourceOf, clear };
}

export type Report = ReturnType<typeof useReport>;

export function ReportButton({ report: { download, sourceOf } }: { report: Report }) {
  const t = useText();
  const { opened, setOpened, onKeyDown } = useOpened();
  return (
    <Flex flex={{ base: '1 0 100%', xs: '0 1 auto' }}>
      <DownloadButton
        flex={{ base: 1, xs: 'none' }}
        bdrs="8px 0 0 8px"
        download={download}
        source={sourceOf('pdf')}
      >
        {t('action.download')}
      </DownloadButton>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" disabled={download.isRunning}>
        <Menu.Target>
          <Button
            variant="outline"
            w={40}
            ml={-1}
            p={0}
            bdrs="0 8px 8px 0"
            aria-label={t('report.formats')}
            onKeyDown={onKeyDown}
            {...looksOf(download)}
          >
            <IconChevronDown size={16} stroke={2} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download.start(sourceOf('pdf'))}>{t('report.pdf')}</Menu.Item>
          <Menu.Item onClick={() => download.start(sourceOf('csv'))}>{t('report.csv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Flex>
  );
}

/** Nothing while there is nothing to say. */
export function ReportLine({ report: { download, cut, sourceOf, clear } }: { report: Report }) {
  const t = useText();
  if (cut === null) return <DownloadLine download={download} />;
  const total = t(cut.more ? 'report.moreThan' : 'report.all', { total: cut.total });
  return (
    <StatusLine words={t('report.cut', { rows: cut.rows, total })}>
      <Button variant="outline" size="xs" onClick={() => download.start(sourceOf('csv'))}>
        {t('report.downloadCsv')}
      </Button>
      <CloseButton aria-label={t('action.close')} onClick={clear} />
    </StatusLine>
  );
}
