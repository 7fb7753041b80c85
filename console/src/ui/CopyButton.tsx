// Copies a text and says so, to the eye and to a screen reader.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

type Props = {
  value: string;
  /** Names what is copied: "Copy Message ID". */
  label: string;
  /** Shown for `shownMs` after copying: "Copied". */
  copiedLabel: string;
  shownMs?: number;
  size?: number;
};

export function CopyButton({ value, label, copiedLabel, shownMs = 2000, size = 40 }: Props) {
  const clipboard = useClipboard({ timeout: shownMs });
  const words = clipboard.copied ? copiedLabel : label;
  return (
    <Tooltip label={words} {...(clipboard.copied ? { opened: true } : {})}>
      <ActionIcon size={size} aria-label={words} aria-live="polite" onClick={() => clipboard.copy(value)}>
        {clipboard.copied ? <IconCheck size={18} stroke={1.75} /> : <IconCopy size={18} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
