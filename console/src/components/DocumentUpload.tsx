// Where a document is dropped or chosen, and what became of it: its name, progress, an error with a way on.
import '@mantine/dropzone/styles.layer.css';
import { FILE_TYPES, MAX_FILE_BYTES } from '@godwit/contract/files';
import { Anchor, Button, Progress } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAlertTriangle, IconFileCheck, IconFileUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { formatBytes } from '../format.ts';
import { useText } from '../text/useText.ts';
import classes from './DocumentUpload.module.css';
import type { UploadControl } from './useUpload.ts';

type Props = UploadControl & {
  label: string;
  /** What the form misses here. */
  error?: string | undefined;
};

const ACCEPT = Object.fromEntries(
  Object.entries(FILE_TYPES).map(([type, endings]) => [type, endings.map((ending) => `.${ending}`)]),
);

export function DocumentUpload({ label, error, ...control }: Props) {
  const t = useText();
  const { upload, choose } = control;
  const browse = useRef<() => void>(null);
  const id = useId();
  const failed = upload.state === 'failed' ? (upload.reason ?? t('document.failed')) : undefined;
  const problem = failed ?? error;
  return (
    <fieldset className={classes.field} aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <Dropzone
        className={classes.drop ?? ''}
        accept={ACCEPT}
        multiple={false}
        maxSize={MAX_FILE_BYTES}
        onDrop={([file]) => file && choose(file)}
        // Why it is not taken is said of it as of one the server refuses.
        onReject={([rejection]) => rejection && choose(rejection.file)}
        openRef={browse}
        // The button is the stop for the keyboard, and says what it does.
        activateOnKeyboard={false}
        activateOnClick={false}
        tabIndex={-1}
        role="none"
        enablePointerEvents
        data-problem={problem ? true : undefined}
        data-state={upload.state}
        inputProps={{ 'aria-label': t('document.choose', { label }) }}
      >
        <div className={classes.row} role="status">
          <Chosen upload={upload} />
          <Actions
            {...control}
            label={label}
            browse={() => browse.current?.()}
            problemId={problem && `${id}-problem`}
          />
        </div>
        {upload.state === 'sending' ? (
          <Progress.Root size={4} className={classes.bar}>
            <Progress.Section
              value={upload.share * 100}
              aria-label={t('document.progress', { name: upload.file.name })}
            />
          </Progress.Root>
        ) : null}
      </Dropzone>
      {problem ? (
        <p id={`${id}-problem`} className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

function Chosen({ upload }: Pick<UploadControl, 'upload'>) {
  const t = useText();
  if (upload.state === 'empty') {
    return (
      <>
        <IconFileUpload size={20} stroke={1.5} aria-hidden="true" />
        <p className={classes.hint}>{t('document.hint')}</p>
      </>
    );
  }
  const Sign = { sending: IconFileUpload, done: IconFileCheck, failed: IconAlertTriangle }[upload.state];
  const { name, size } = upload.file;
  const shown = formatBytes(size);
  return (
    <>
      <Sign size={20} stroke={1.5} aria-hidden="true" />
      <p className={classes.file}>
        <span className={classes.name}>{name}</span>
        <span className={classes.size}>
          {upload.state === 'sending' ? t('document.sent', { share: upload.share, size: shown }) : null}
          {upload.state === 'done' ? t('document.done', { size: shown }) : null}
          {upload.state === 'failed' ? shown : null}
        </span>
      </p>
    </>
  );
}

type ActionProps = UploadControl & { label: string; browse: () => void; problemId: string | undefined };

function Actions({ upload, label, retry, remove, browse, problemId }: ActionProps) {
  const t = useText();
  const buttons = useFocusKept(upload.state);
  const again = upload.state === 'failed' && upload.reason === null;
  const takes = upload.state === 'empty' || (upload.state === 'failed' && !again);
  return (
    <div className={classes.actions} ref={buttons}>
      {takes ? (
        <Button
          variant="outline"
          size="xs"
          onClick={browse}
          aria-label={t('document.upload', { label })}
          aria-describedby={problemId}
          // The first thing at fault gets the focus when the form is sent.
          aria-invalid={problemId ? true : undefined}
        >
          {t('action.upload')}
        </Button>
      ) : null}
      {again ? (
        <Button
          variant="outline"
          size="xs"
          onClick={retry}
          aria-label={t('document.retry', { label })}
          aria-describedby={problemId}
          aria-invalid
        >
          {t('document.retryShort')}
        </Button>
      ) : null}
      {upload.state === 'empty' ? null : (
        <Anchor
          component="button"
          type="button"
          onClick={remove}
          aria-label={t('document.remove', { label })}
          className={classes.remove ?? ''}
        >
          {t('action.remove')}
        </Anchor>
      )}
    </div>
  );
}

/** A button that is pressed may be gone with what it did: then the one in its place has the focus. */
function useFocusKept(state: UploadControl['upload']['state']) {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  const hadFocus = useRef(false);
  useEffect(() => {
    const place = buttons.current;
    if (!place) return;
    const note = () => {
      hadFocus.current = place.contains(document.activeElement);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (before.current !== state && hadFocus.current && document.activeElement === document.body) {
      buttons.current?.querySelector('button')?.focus({ preventScroll: true });
    }
    before.current = state;
  }, [state]);
  return buttons;
}
