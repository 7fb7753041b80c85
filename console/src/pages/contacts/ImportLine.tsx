// How an upload goes or went, while its dialog is closed.
import { Button, CloseButton } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import { type ImportJob, isRunning } from './useImport.ts';

type Props = {
  job: ImportJob;
  /** Whether the dialog is open, which says it all. */
  isShown: boolean;
  onShow: () => void;
};

export function ImportLine({ job: { state, clear }, isShown, onShow }: Props) {
  const t = useText();
  if (isShown || state.step === 'idle') return null;
  const show = (
    <Button variant="outline" size="xs" onClick={onShow}>
      {t(state.step === 'done' ? 'upload.showReport' : 'upload.show')}
    </Button>
  );
  return (
    <StatusLine {...lineOf(state, t)}>
      {show}
      {isRunning(state) ? null : <CloseButton aria-label={t('action.close')} onClick={clear} />}
    </StatusLine>
  );
}

function lineOf(state: Exclude<ImportJob['state'], { step: 'idle' }>, t: ReturnType<typeof useText>) {
  const file = state.file.name;
  switch (state.step) {
    case 'sending':
      return {
        words: t('upload.sending', { file }),
        quiet: t('upload.share', { share: state.share }),
        share: state.share,
      };
    case 'saving':
      return { words: t('upload.saving', { file }), quiet: t('upload.takesWhile'), share: null };
    case 'failed':
      return { words: t('upload.failedLine', { file, reason: state.reason }), failed: true };
    case 'done': {
      const { created, updated, unchanged, rejected_total } = state.report;
      const taken = created + updated + unchanged;
      return { words: t('upload.doneLine', { file, taken, rejected: rejected_total }) };
    }
  }
}
