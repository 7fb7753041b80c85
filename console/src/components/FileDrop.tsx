// Where a CSV file is dropped, or chosen with Browse: one, and no larger than the server takes.
import '@mantine/dropzone/styles.layer.css';
import { Button } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../text/useText.ts';
import classes from './FileDrop.module.css';

/** As every system shows it to a person who looks at the file. */
export const formatMebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

type Props = {
  /** What is in the file. */
  hint: string;
  /** Without it the page judges what was chosen. */
  maxBytes?: number;
  /** The name of the one that was chosen, where another may be chosen in its place. */
  chosen?: string | undefined;
  onFile: (file: File) => void;
  /** With a sentence that says why. */
  onRefused: (reason: string) => void;
};

export function FileDrop({ hint, maxBytes = Number.POSITIVE_INFINITY, chosen, onFile, onRefused }: Props) {
  const t = useText();
  const browse = useRef<() => void>(null);

  function take(files: File[], refused: FileRejection[]): void {
    const [first] = refused;
    const [file] = files;
    if (!first) {
      if (file) onFile(file);
      return;
    }
    const { name } = first.file;
    const code = first.errors[0]?.code;
    if (refused.length + files.length > 1) onRefused(t('upload.onlyOne'));
    else if (code === 'file-too-large')
      onRefused(t('upload.tooLarge', { file: name, size: formatMebibytes(maxBytes) }));
    else onRefused(t('upload.notCsv', { file: name }));
  }

  return (
    <Dropzone
      className={classes.drop ?? ''}
      accept={{ 'text/csv': ['.csv'] }}
      multiple={false}
      maxSize={maxBytes}
      onDropAny={take}
      // Told of the good ones of several files too.
      onDrop={() => {}}
      openRef={browse}
      // The button is the stop for the keyboard, and says what it does.
      activateOnKeyboard={false}
      activateOnClick={false}
      tabIndex={-1}
      role="none"
      enablePointerEvents
      inputProps={{ 'aria-hidden': true }}
    >
      <div className={classes.words}>
        <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
        <p className={classes.lead}>{chosen ?? t('upload.drop')}</p>
        {chosen === undefined ? <p>{t('upload.or')}</p> : null}
        <Button variant="outline" data-autofocus onClick={() => browse.current?.()}>
          {t(chosen === undefined ? 'upload.browse' : 'upload.chooseOther')}
        </Button>
        <p>{hint}</p>
      </div>
    </Dropzone>
  );
}
