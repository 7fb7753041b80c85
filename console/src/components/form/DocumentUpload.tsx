// A field to drop or choose a document, and the upload's name, progress or error.
import '@mantine/dropzone/styles.layer.css';
import { FILE_TYPES, MAX_FILE_BYTES } from '@godwit/contract/files';
import { Anchor, Box, Button, Group, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAlertTriangle, IconFileCheck, IconFileUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import classes from './DocumentUpload.module.css';
import type { UploadControl } from './useUpload.ts';

type Props = UploadControl & {
  label: string;
  /** The form's error for this field. */
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
    <Box component="fieldset" miw={0} m={0} p={0} bd={0} aria-labelledby={`${id}-label`}>
      <Text id={`${id}-label`} mb={8} fw={500}>
        {label}
      </Text>
      <Dropzone
        className={classes.drop ?? ''}
        p="0 12px"
        accept={ACCEPT}
        maxSize={MAX_FILE_BYTES}
        onDrop={([file]) => file && choose(file)}
        // A file rejected here shows the same error as one rejected by the server.
        onReject={([rejection]) => rejection && choose(rejection.file)}
        openRef={browse}
        data-problem={problem ? true : undefined}
        data-state={upload.state}
        inputProps={{ 'aria-label': t('document.choose', { label }) }}
      >
        <Group className={classes.row ?? ''} gap={12} wrap="nowrap" mih={54} py={8} role="status">
          <Chosen upload={upload} />
          <Actions
            {...control}
            label={label}
            browse={() => browse.current?.()}
            problemId={problem && `${id}-problem`}
          />
        </Group>
        {upload.state === 'sending' ? (
          <Progress.Root size={4} radius={0} pos="absolute" left={0} right={0} bottom={0}>
            <Progress.Section
              value={upload.share * 100}
              aria-label={t('document.progress', { name: upload.file.name })}
            />
          </Progress.Root>
        ) : null}
      </Dropzone>
      {problem ? (
        <Text id={`${id}-problem`} mt={8} fz={13} c="var(--danger)" role="alert">
          {problem}
        </Text>
      ) : null}
    </Box>
  );
}

const ICONS = {
  sending: { icon: IconFileUpload, color: 'currentColor' },
  done: { icon: IconFileCheck, color: 'var(--success)' },
  failed: { icon: IconAlertTriangle, color: 'var(--danger)' },
};

function Chosen({ upload }: Pick<UploadControl, 'upload'>) {
  const t = useText();
  if (upload.state === 'empty') {
    return (
      <>
        <IconFileUpload size={20} stroke={1.5} style={{ flex: 'none' }} aria-hidden="true" />
        <Text flex={1} miw={0} fz={13}>
          {/* Phones cannot drop files. */}
          <Text span inherit visibleFrom="xs">
            {t('document.hint')}
          </Text>
          <Text span inherit hiddenFrom="xs">
            {t('document.kinds')}
          </Text>
        </Text>
      </>
    );
  }
  const { icon: Icon, color } = ICONS[upload.state];
  const { name, size } = upload.file;
  const shown = formatBytes(size);
  return (
    <>
      <Icon size={20} stroke={1.5} color={color} style={{ flex: 'none' }} aria-hidden="true" />
      <Box flex={1} miw={0}>
        <Text truncate c="var(--text)" title={name}>
          {name}
        </Text>
        <Text size="xs">
          {upload.state === 'sending' ? t('document.sent', { share: upload.share, size: shown }) : null}
          {upload.state === 'done' ? t('document.done', { size: shown }) : null}
          {upload.state === 'failed' ? shown : null}
        </Text>
      </Box>
    </>
  );
}

type ActionProps = UploadControl & { label: string; browse: () => void; problemId: string | undefined };

function Actions({ upload, label, retry, remove, browse, problemId }: ActionProps) {
  const t = useText();
  const buttons = useKeepFocus(upload.state);
  const canRetry = upload.state === 'failed' && upload.reason === null;
  return (
    <Group className={classes.actions ?? ''} gap={12} ref={buttons}>
      {upload.state === 'empty' || upload.state === 'failed' ? (
        <Button
          variant="outline"
          size="xs"
          onClick={canRetry ? retry : browse}
          aria-label={t(canRetry ? 'document.retry' : 'document.upload', { label })}
          aria-describedby={problemId}
          // Submitting an invalid form focuses the first invalid element.
          aria-invalid={problemId ? true : undefined}
        >
          {t(canRetry ? 'document.retryShort' : 'action.upload')}
        </Button>
      ) : null}
      {upload.state === 'empty' ? null : (
        <Anchor
          component="button"
          type="button"
          onClick={remove}
          aria-label={t('document.remove', { label })}
          mih={24}
        >
          {t('action.remove')}
        </Anchor>
      )}
    </Group>
  );
}

/** Pressing a button may remove it. This moves the focus to the button that replaces it. */
function useKeepFocus(state: UploadControl['upload']['state']) {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  const hadFocus = useRef(false);
  useEffect(() => {
    const container = buttons.current;
    if (!container) return;
    const track = () => {
      hadFocus.current = container.contains(document.activeElement);
    };
    document.addEventListener('focusin', track);
    return () => document.removeEventListener('focusin', track);
  }, []);
  useEffect(() => {
    if (before.current !== state && hadFocus.current && document.activeElement === document.body) {
      buttons.current?.querySelector('button')?.focus({ preventScroll: true });
    }
    before.current = state;
  }, [state]);
  return buttons;
}
