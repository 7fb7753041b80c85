// The toasts themselves. They close after five seconds, those with Undo after ten, not while the pointer is on them, and are read out.
import '@mantine/notifications/styles.layer.css';
import { Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { IconCheck, IconInfoSmall, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { randomUuid } from '../randomUuid.ts';
import { useText } from '../text/useText.ts';
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
  const { color, icon: Sign } = LOOKS[kind];
  const id = undo ? randomUuid() : undefined;
  notifications.show({
    ...(id ? { id, autoClose: UNDO_FOR_MS } : {}),
    message: undo ? (
      <WithUndo
        message={message}
        label={labels.undo}
        onUndo={() => {
          notifications.hide(id!);
          undo().then(toastSuccess, toastError);
        }}
      />
    ) : (
      message
    ),
    color,
    icon: <Sign size={18} aria-hidden="true" />,
    closeButtonProps: { 'aria-label': labels.close },
  });
}

const WithUndo = ({ message, label, onUndo }: { message: string; label: string; onUndo: () => void }) => (
  <Group gap={8} wrap="nowrap" justify="space-between">
    <span>{message}</span>
    <Button variant="subtle" size="xs" flex="none" onClick={onUndo}>
      {label}
    </Button>
  </Group>
);

export function Toasts() {
  const t = useText();
  const close = t('action.close');
  const undo = t('action.undo');
  useEffect(() => connectToasts((toast) => showToast(toast, { close, undo })), [close, undo]);
  return <Notifications autoClose={CLOSE_AFTER_MS} position="top-right" containerWidth={400} zIndex={500} />;
}
