// Where a file is dropped, or chosen with Browse: one, of CSV, no larger than the server takes.
import '@mantine/dropzone/styles.layer.css';
import { CSV_COLUMNS, MAX_CSV_BYTES, MAX_CSV_ROWS } from '@godwit/contract/contacts';
import { Button } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../text/useText.ts';
import classes from './FileDrop.module.css';

// As every system shows it to whoever looks at the file.
const formatMebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

type Props = {
  onFile: (file: File) => void;
  /** With a sentence that says why. */
  onRefused: (reason: string) => void;
};

export function FileDrop({ onFile, onRefused }: Props) {
  const t = useText();
  const browse = useRef<() => void>(null);
  const size = formatMebibytes(MAX_CSV_BYTES);

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
    else if (code === 'file-too-large') onRefused(t('upload.tooLarge', { file: name, size }));
    else onRefused(t('upload.notCsv', { file: name }));
  }

  return (
    <Dropzone
      className={classes.drop ?? ''}
      accept={{ 'text/csv': ['.csv'] }}
      multiple={false}
      maxSize={MAX_CSV_BYTES}
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
        <p className={classes.lead}>{t('upload.drop')}</p>
        <p className={classes.or}>{t('upload.or')}</p>
        <Button variant="outline" data-autofocus onClick={() => browse.current?.()}>
          {t('upload.browse')}
        </Button>
        <p>
          {t('upload.columns', { columns: CSV_COLUMNS.join(', ') })}{' '}
          {t('upload.limits', { rows: MAX_CSV_ROWS, size })}
        </p>
      </div>
    </Dropzone>
  );
}
