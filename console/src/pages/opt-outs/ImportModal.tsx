// Takes in a file of numbers: choosing it, how far it is, and what became of its rows.
import { MAX_CSV_BYTES, MAX_CSV_ROWS } from '@godwit/contract/contacts';
import type { OptOutImport } from '@godwit/contract/optOuts';
import { Button, FileInput, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogActions } from '../../components/DialogActions.tsx';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import classes from './ImportModal.module.css';
import type { ImportJob, ImportState } from './useImport.ts';

const MAX_MEGABYTES = MAX_CSV_BYTES / 2 ** 20;

type Props = { job: ImportJob; opened: boolean; onClose: () => void; onClosed: () => void };

export function ImportModal({ job, opened, onClose, onClosed }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={t('optOuts.importTitle')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size={560}
      closeOnClickOutside={false}
    >
      <Steps job={job} onClose={onClose} />
    </Modal>
  );
}

function Steps({ job, onClose }: Pick<Props, 'job' | 'onClose'>) {
  const t = useText();
  const { state } = job;
  if (state.step === 'running') {
    return (
      <>
        <Line state={state} />
        <p className={classes.quiet}>{t('optOuts.canLeave')}</p>
      </>
    );
  }
  if (state.step !== 'done') return <Choose job={job} onClose={onClose} />;
  return (
    <>
      <Line state={state} />
      <Report report={state.report} />
      <div className={classes.foot}>
        <Button data-autofocus onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </>
  );
}

/** Before an import, and after one that failed. */
function Choose({ job, onClose }: Pick<Props, 'job' | 'onClose'>) {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!file) setProblem(t('optOuts.fileRequired'));
    else if (file.size > MAX_CSV_BYTES) setProblem(t('optOuts.fileTooLarge', { megabytes: MAX_MEGABYTES }));
    else job.start(file);
  }
  return (
    <form onSubmit={submit} noValidate>
      {job.state.step === 'failed' ? <Line state={job.state} /> : null}
      <FileInput
        label={t('optOuts.file')}
        placeholder={t('optOuts.chooseFile')}
        description={t('optOuts.fileHint', { rows: MAX_CSV_ROWS, megabytes: MAX_MEGABYTES })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        accept=".csv,text/csv,text/plain"
        value={file}
        error={problem}
        onChange={(chosen) => {
          setFile(chosen);
          setProblem(null);
        }}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit">{t('optOuts.doImport')}</Button>
      </DialogActions>
    </form>
  );
}

function Report({ report }: { report: OptOutImport }) {
  const t = useText();
  const { added, unchanged, rejected, rejected_count: all } = report;
  const figures = [
    ['optOuts.importAdded', added],
    ['optOuts.importUnchanged', unchanged],
    ['optOuts.importRejected', all],
  ] as const;
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {rejected.length < all ? (
        <p className={classes.quiet}>{t('optOuts.someRejected', { shown: rejected.length, all })}</p>
      ) : null}
      {rejected.length > 0 ? <Rejected rows={rejected} /> : null}
    </>
  );
}

function Rejected({ rows }: { rows: OptOutImport['rejected'] }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.rejected} aria-label={t('optOuts.rejectedRows')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('optOuts.line')}</th>
            <th scope="col">{t('optOuts.number')}</th>
            <th scope="col">{t('optOuts.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, number, reason }) => (
            <tr key={line}>
              <td>{formatCount(line)}</td>
              <td>{number}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ state, children }: { state: Exclude<ImportState, { step: 'idle' }>; children?: ReactNode }) {
  const t = useText();
  const { file } = state;
  if (state.step === 'failed')
    return (
      <StatusLine failed words={t('optOuts.importFailed', { file, problem: state.problem })}>
        {children}
      </StatusLine>
    );
  if (state.step === 'done')
    return <StatusLine words={t('optOuts.imported', { file })}>{children}</StatusLine>;
  const { share } = state;
  const quiet = share < 1 ? t('optOuts.share', { share }) : t('optOuts.saving');
  return (
    <StatusLine words={t('optOuts.importing', { file })} quiet={quiet} share={share < 1 ? share : null}>
      {children}
    </StatusLine>
  );
}

/** How an import goes or went, above the list while its dialog is closed. */
export function ImportLine({
  job: { state },
  onShow,
  children,
}: {
  job: ImportJob;
  onShow: () => void;
  children: ReactNode;
}) {
  const t = useText();
  if (state.step === 'idle') return null;
  return (
    <Line state={state}>
      {state.step === 'done' ? (
        <Button variant="outline" size="xs" onClick={onShow}>
          {t('optOuts.showReport')}
        </Button>
      ) : null}
      {state.step === 'running' ? null : children}
    </Line>
  );
}
