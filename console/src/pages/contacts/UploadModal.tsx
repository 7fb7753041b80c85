// 'Upload From File': choose a CSV file, look at its first rows, send it, read what became of it.
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../text/useText.ts';
import { FileDrop } from './FileDrop.tsx';
import { FilePreview } from './FilePreview.tsx';
import { ImportReportView } from './ImportReportView.tsx';
import { ImportRunning } from './ImportRunning.tsx';
import classes from './UploadModal.module.css';
import { type ImportJob, isRunning } from './useImport.ts';
import { usePreview } from './usePreview.ts';
import { WentWrong } from './WentWrong.tsx';

type Props = { job: ImportJob; opened: boolean; onClose: () => void; onExited: () => void };

export function UploadModal({ job, opened, onClose, onExited }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExited}
      title={t('upload.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size={820}
      closeOnClickOutside={false}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Steps job={job} onClose={onClose} />
    </Modal>
  );
}

function Steps({ job, onClose }: { job: ImportJob; onClose: () => void }) {
  const { state } = job;
  if (state.step === 'done') {
    return (
      <ImportReportView file={state.file} report={state.report} onAnother={job.clear} onClose={onClose} />
    );
  }
  if (isRunning(state)) return <ImportRunning job={job} onClose={onClose} />;
  return <Choose job={job} onClose={onClose} />;
}

/** Before an upload, and after one that failed: its file is then still there to be sent again. */
function Choose({ job, onClose }: { job: ImportJob; onClose: () => void }) {
  const t = useText();
  const { state } = job;
  const [chosen, setChosen] = useState<File | null>(state.step === 'failed' ? state.file : null);
  const [refused, setRefused] = useState<string | null>(null);
  const preview = usePreview(chosen);
  const problem = refused ?? preview.error?.message ?? (state.step === 'failed' ? state.reason : null);

  function choose(file: File | null, reason: string | null = null): void {
    job.clear();
    setChosen(file);
    setRefused(reason);
  }
  const hasFile = chosen !== null && preview.error === null;
  return (
    <>
      <div className={classes.scroll}>
        {problem === null ? null : <WentWrong reason={problem} />}
        {hasFile ? (
          <FilePreview file={chosen} preview={preview.data} />
        ) : (
          <FileDrop onFile={choose} onRefused={(reason) => choose(null, reason)} />
        )}
      </div>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          onClick={() => {
            choose(null);
            onClose();
          }}
        >
          {t('action.cancel')}
        </Button>
        <Button variant="outline" disabled={chosen === null} onClick={() => choose(null)}>
          {t('upload.clear')}
        </Button>
        <Button disabled={!hasFile || preview.data === undefined} onClick={() => chosen && job.start(chosen)}>
          {t('upload.upload')}
        </Button>
      </div>
    </>
  );
}
