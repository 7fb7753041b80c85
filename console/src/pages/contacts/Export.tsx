// The export's button, and how its download goes.
import { Button, CloseButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import { EXPORT_FILE, type Export } from './useExport.ts';

export function ExportButton({ exporting }: { exporting: Export }) {
  const t = useText();
  // Not disabled while it runs: that would take the focus away from whoever has just pressed it.
  const busy = exporting.state.step === 'running';
  return (
    <Button
      variant="outline"
      leftSection={<IconDownload size={16} stroke={2} />}
      ref={exporting.button}
      onClick={exporting.start}
      data-disabled={busy}
      aria-disabled={busy}
    >
      {t('export.button')}
    </Button>
  );
}

/** Nothing while there is nothing to say. */
export function ExportLine({ exporting: { state, start, clear } }: { exporting: Export }) {
  const t = useText();
  const file = EXPORT_FILE;
  if (state.step === 'idle') return null;
  if (state.step === 'running') {
    const quiet = t('export.bytes', { bytes: formatBytes(state.bytes) });
    return (
      <StatusLine words={t('export.preparing', { file })} quiet={quiet} share={null}>
        <Button variant="subtle" size="xs" onClick={clear}>
          {t('action.cancel')}
        </Button>
      </StatusLine>
    );
  }
  return (
    <StatusLine failed words={t('export.failed', { file, problem: state.problem })}>
      <Button variant="outline" size="xs" onClick={start}>
        {t('list.tryAgain')}
      </Button>
      <CloseButton aria-label={t('action.close')} onClick={clear} />
    </StatusLine>
  );
}
