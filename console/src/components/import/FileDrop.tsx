// An area to drop or choose one CSV file, which must not exceed the server's limit.
import '@mantine/dropzone/styles.layer.css';
import { Button, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../text/useText.ts';

/** File managers on most systems show mebibytes as MB. */
export const formatMebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

type Props = {
  /** A description of the file's content. */
  hint: string;
  /** Without it, the page checks the size. */
  maxBytes?: number;
  /** The name of the chosen file, if another may replace it. */
  chosen?: string | undefined;
  onFile: (file: File) => void;
  /** Called with the reason. */
  onRefused: (reason: string) => void;
};

export function FileDrop({ hint, maxBytes = Number.POSITIVE_INFINITY, chosen, onFile, onRefused }: Props) {
  const t = useText();
  const browse = useRef<() => void>(null);

  function receive(files: File[], refused: FileRejection[]): void {
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
      p="32px 24px"
      accept={{ 'text/csv': ['.csv'] }}
      maxSize={maxBytes}
      onDropAny={receive}
      // Does nothing: with several files, it would be called for the accepted ones.
      onDrop={() => {}}
      openRef={browse}
      inputProps={{ 'aria-hidden': true }}
    >
      <Stack align="center" gap={8} ta="center" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
        <Text size="lg" maw={520} fw={500} c="var(--text)">
          {chosen ?? (
            <>
              {/* Phones cannot drop files. */}
              <Text span inherit visibleFrom="xs">
                {t('upload.drop')}
              </Text>
              <Text span inherit hiddenFrom="xs">
                {t('upload.choose')}
              </Text>
            </>
          )}
        </Text>
        {chosen === undefined ? <Text visibleFrom="xs">{t('upload.or')}</Text> : null}
        <Button variant="outline" data-autofocus onClick={() => browse.current?.()}>
          {t(chosen === undefined ? 'upload.browse' : 'upload.chooseOther')}
        </Button>
        <Text maw={520} mt={8} fz={13} style={{ textWrap: 'balance' }}>
          {hint}
        </Text>
      </Stack>
    </Dropzone>
  );
}
