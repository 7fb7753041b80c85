// A button that copies a text and confirms it, also to screen readers; and an id with this button.
import { ActionIcon, Flex, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { shortId } from '../format.ts';
import { useText } from '../text/useText.ts';
import classes from './CopyButton.module.css';

type ButtonProps = {
  value: string;
  /** The button's name, such as "Copy Message ID". */
  label: string;
  /** Shown for `shownMs` after copying, such as "Copied". */
  copiedLabel: string;
  shownMs?: number;
  size?: number;
};

export function CopyButton({ value, label, copiedLabel, shownMs = 2000, size = 40 }: ButtonProps) {
  const clipboard = useClipboard({ timeout: shownMs });
  const tooltip = clipboard.copied ? copiedLabel : label;
  return (
    <Tooltip label={tooltip} {...(clipboard.copied ? { opened: true } : {})}>
      <ActionIcon size={size} aria-label={tooltip} aria-live="polite" onClick={() => clipboard.copy(value)}>
        {clipboard.copied ? <IconCheck size={18} stroke={1.75} /> : <IconCopy size={18} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}

type IdProps = {
  id: string;
  /** The button's name, such as "Copy Message ID". */
  label: string;
  row?: boolean;
};

const ROW = { display: 'inline-flex', gap: 4, c: 'dimmed' };

/** An id with a copy button. Rows show it shortened. */
export function CopyId({ id, label, row = false }: IdProps) {
  const t = useText();
  return (
    <Flex component="span" align="center" miw={0} fw={400} {...(row ? ROW : { gap: 8 })}>
      <span className="mono" title={row ? id : undefined} style={{ overflowWrap: 'anywhere' }}>
        {row ? shortId(id) : id}
      </span>
      <span className={row ? classes.copy : undefined}>
        <CopyButton value={id} label={label} copiedLabel={t('action.copied')} size={row ? 28 : 32} />
      </span>
    </Flex>
  );
}
