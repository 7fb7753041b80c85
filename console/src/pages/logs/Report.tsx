// The report's button (PDF in one click, CSV behind the arrow), and how its download goes.
import { Button, CloseButton, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import type { ReportFormat } from '../../api/messages.ts';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import { useOpened } from '../../ui/useOpened.ts';
import classes from './Report.module.css';
import type { Report, ReportState } from './useReport.ts';

export function DownloadButton({ report }: { report: Report }) {
  const t = useText();
  const { opened, setOpened, onKeyDown } = useOpened();
  // Not disabled while it runs: that would take the focus away from whoever has just pressed it.
  const busy = report.state.step === 'running';
  const looks = { 'data-disabled': busy, 'aria-disabled': busy };
  return (
    <div className={classes.download}>
      <Button
        variant="outline"
        className={classes.main ?? ''}
        leftSection={<IconDownload size={16} stroke={2} />}
        ref={report.button}
        onClick={() => report.start('pdf')}
        {...looks}
      >
        {t('report.download')}
      </Button>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" disabled={busy}>
        <Menu.Target>
          <Button
            variant="outline"
            className={classes.arrow ?? ''}
            aria-label={t('report.formats')}
            onKeyDown={onKeyDown}
            {...looks}
          >
            <IconChevronDown size={16} stroke={2} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => report.start('pdf')}>{t('report.pdf')}</Menu.Item>
          <Menu.Item onClick={() => report.start('csv')}>{t('report.csv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Nothing while there is nothing to say. */
export function ReportProgress({ report: { state, start, clear } }: { report: Report }) {
  const t = useText();
  if (state.step === 'idle') return null;
  if (state.step === 'running') return <Running state={state} onCancel={clear} />;
  if (state.step === 'failed') {
    return (
      <Over
        failed
        words={t('report.failed', { file: fileName(state.format), problem: state.problem })}
        action={t('list.tryAgain')}
        onAction={() => start(state.format)}
        onClose={clear}
      />
    );
  }
  const total = t(state.more ? 'report.moreThan' : 'report.all', { total: state.total });
  return (
    <Over
      words={t('report.cut', { rows: state.rows, total })}
      action={t('report.downloadCsv')}
      onAction={() => start('csv')}
      onClose={clear}
    />
  );
}

const fileName = (format: ReportFormat): string => `report.${format}`;

type RunningState = Extract<ReportState, { step: 'running' }>;

function Running({ state, onCancel }: { state: RunningState; onCancel: () => void }) {
  const t = useText();
  const { format, rows, arrived } = state;
  // The first line is the table's head. The rows of a PDF cannot be told from outside.
  const done = format === 'csv' && rows !== null ? Math.min(rows, Math.max(0, arrived.lines - 1)) : null;
  const progress =
    done === null || rows === null
      ? t('report.bytes', { bytes: formatBytes(arrived.bytes) })
      : t('report.rows', { rows: done, total: rows });
  const share = done === null || !rows ? null : done / rows;
  return (
    <StatusLine words={t('report.preparing', { file: fileName(format) })} quiet={progress} share={share}>
      <Button variant="subtle" size="xs" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </StatusLine>
  );
}

type OverProps = {
  words: string;
  failed?: boolean;
  action: string;
  onAction: () => void;
  onClose: () => void;
};

function Over({ words, failed = false, action, onAction, onClose }: OverProps) {
  const t = useText();
  return (
    <StatusLine words={words} failed={failed}>
      <Button variant="outline" size="xs" onClick={onAction}>
        {action}
      </Button>
      <CloseButton aria-label={t('action.close')} onClick={onClose} />
    </StatusLine>
  );
}
