// The toasts themselves. They close after five seconds, not while the pointer is on them, and are read out.
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconCheck, IconInfoSmall, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useText } from '../text/useText.ts';
import { connectToasts, type Toast } from './toast.ts';

const CLOSE_AFTER_MS = 5000;
const LOOKS = {
  success: { color: 'tide', icon: IconCheck },
  info: { color: 'gray', icon: IconInfoSmall },
  error: { color: 'red', icon: IconX },
};

function showToast({ kind, message }: Toast, closeLabel: string): void {
  const { color, icon: Sign } = LOOKS[kind];
  notifications.show({
    message,
    color,
    icon: <Sign size={18} aria-hidden="true" />,
    closeButtonProps: { 'aria-label': closeLabel },
  });
}

export function Toasts() {
  const closeLabel = useText()('action.close');
  useEffect(() => connectToasts((toast) => showToast(toast, closeLabel)), [closeLabel]);
  return <Notifications autoClose={CLOSE_AFTER_MS} position="top-right" containerWidth={400} zIndex={500} />;
}
