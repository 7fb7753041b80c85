// The toasts themselves. They close after five seconds, not while the pointer is on them, and are read out.
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useText } from '../text/useText.ts';
import { connectToasts, type Toast } from './toast.ts';

const CLOSE_AFTER_MS = 5000;

function showToast({ kind, message }: Toast, closeLabel: string): void {
  const looks =
    kind === 'success'
      ? { color: 'tide', icon: <IconCheck size={18} aria-hidden="true" /> }
      : { color: 'red', icon: <IconX size={18} aria-hidden="true" /> };
  notifications.show({ message, ...looks, closeButtonProps: { 'aria-label': closeLabel } });
}

export function Toasts() {
  const closeLabel = useText()('action.close');
  useEffect(() => connectToasts((toast) => showToast(toast, closeLabel)), [closeLabel]);
  return <Notifications autoClose={CLOSE_AFTER_MS} position="top-right" containerWidth={400} zIndex={500} />;
}
