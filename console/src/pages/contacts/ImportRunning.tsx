// An upload on its way: how much has left, then that it is being saved. Either goes on without the dialog.
import { Button, Progress } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import classes from './UploadModal.module.css';
import type { ImportJob } from './useImport.ts';

export function ImportRunning({ job: { state, clear }, onClose }: { job: ImportJob; onClose: () => void }) {
  const t = useText();
  if (state.step !== 'sending' && state.step !== 'saving') return null;
  const file = state.file.name;
  const isSending = state.step === 'sending';
  const words = t(isSending ? 'upload.sending' : 'upload.saving', { file });
  return (
    <>
      <div className={classes.scroll}>
        <p className={classes.lead} role="status">
          {words}
        </p>
        <Progress
          aria-label={words}
          value={isSending ? state.share * 100 : 100}
          {...(isSending ? {} : { striped: true, animated: true })}
        />
        <p className={classes.quiet}>
          {isSending ? t('upload.share', { share: state.share }) : t('upload.takesWhile')}
        </p>
        <p className={classes.quiet}>{t('upload.canLeave')}</p>
      </div>
      <div className={classes.foot}>
        {isSending ? (
          <Button variant="subtle" onClick={clear}>
            {t('action.cancel')}
          </Button>
        ) : null}
        <Button variant="outline" data-autofocus onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </>
  );
}
