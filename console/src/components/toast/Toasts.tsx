// Shows toasts and announces them. They close after 5 seconds, or 10 with Undo, but not under the pointer or
// during an undo.
import '@mantine/notifications/styles.layer.css';
import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { IconCheck, IconInfoSmall, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { randomUuid } from '../../randomUuid.ts';
import { useText } from '../../text/useText.ts';
import { connectToasts, type Toast, toastError, toastSuccess } from './toast.ts';

const CLOSE_AFTER_MS = 5000;
const UNDO_FOR_MS = 10_000;
const LOOKS = {
  success: { color: 'tide', icon: IconCheck },
  info: { color: 'gray', icon: IconInfoSmall },
  error: { color: 'red', icon: IconX },
};

type Labels = { close: string; undo: string };

function showToast({ kind, message, undo }: Toast, labels: Labels): void {
  const { color, icon: Icon } = LOOKS[kind];
  const id = undo ? randomUuid() : undefined;
  notifications.show({
    ...(id ? { id, autoClose: UNDO_FOR_MS } : {}),
    message: undo ? <WithUndo id={id!} message={message} label={labels.undo} undo={undo} /> : message,
    color,
    icon: <Icon size={18} aria-hidden="true" />,
    closeButtonProps: { 'aria-label': labels.close },
  });
}

type UndoProps = { id: string; message: string; label: string; undo: () => Promise<string> };

/** Stays until the undo has finished. If it fails, it can be tried again. */
function WithUndo(props: UndoProps) {
  const { id, message, label, undo } = props;
  const [busy, setBusy] = useState(false);
  async function restore() {
    setBusy(true);
    notifications.update({ id, autoClose: false, message: <WithUndo {...props} /> });
    try {
      toastSuccess(await undo());
      notifications.hide(id);
    } catch (problem) {
      toastError(problem);
      setBusy(false);
    }
  }
  return (
    <Group gap={8} wrap="nowrap" justify="space-between">
      <span>{message}</span>
      <Button variant="subtle" size="xs" flex="none" loading={busy} onClick={restore}>
        {label}
      </Button>
    </Group>
  );
}

export function Toasts() {
  const t = useText();
  const close = t('action.close');
  const undo = t('action.undo');
  useEffect(() => connectToasts((toast) => showToast(toast, { close, undo })), [close, undo]);
  // At the top, toasts would cover the search and the title.
  const phone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <Notifications
      autoClose={CLOSE_AFTER_MS}
      position={phone ? 'bottom-center' : 'bottom-left'}
      containerWidth={400}
      zIndex={500}
    />
  );
}
