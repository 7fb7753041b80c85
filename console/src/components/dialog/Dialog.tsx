// The dialog of the console: its frame, its form and its actions.
import { Box, Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { FormEvent, ReactNode } from 'react';
import { useText } from '../../text/useText.ts';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';

/** The open state of a dialog. `onClose` is called to close it, and `onExited` after it has faded out. */
export type Opening = { opened: boolean; onClose: () => void; onExited?: () => void };

type DialogProps = Opening &
  Omit<ModalProps, 'closeButtonProps' | 'onExitTransitionEnd'> & {
    /** The dialog cannot be closed now. */
    locked?: boolean;
    /** A list may extend beyond the edge. */
    overhangs?: boolean;
    /** Only the DialogScroll inside scrolls, so the buttons stay visible. */
    parted?: boolean;
  };

const PARTED = {
  content: { display: 'flex', flexDirection: 'column', overflow: 'hidden' },
  header: { flex: 'none' },
  body: { display: 'flex', flex: 1, flexDirection: 'column', minHeight: 0, padding: 0 },
} as const;

export function Dialog({
  opened,
  locked = false,
  overhangs,
  parted,
  onClose,
  onExited,
  ...props
}: DialogProps) {
  const t = useText();
  // Mantine remembers the focused element only if the dialog opens after it was mounted.
  const mounted = useMounted();
  return (
    <Modal
      {...(parted ? { styles: PARTED } : {})}
      {...(overhangs ? { styles: { content: { overflow: 'visible' } } } : {})}
      {...props}
      opened={opened && mounted}
      onClose={() => locked || onClose()}
      onExitTransitionEnd={() => onExited?.()}
      closeButtonProps={{ 'aria-label': t('action.close'), disabled: locked }}
    />
  );
}

/**
 * A ref for an element that replaces the focused one. Does nothing if the person has focused something else.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

export const DialogScroll = ({ children }: { children: ReactNode }) => (
  // Leaves space for focus rings at the edge.
  <Box flex={1} mih={0} pt={4} px={{ base: 16, xs: 24 }} style={{ overflowY: 'auto' }}>
    {children}
  </Box>
);

/** The actions of a `parted` dialog. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <Group flex="none" justify="flex-end" gap={12} p={{ base: 16, xs: 24 }}>
    {children}
  </Group>
);

type ActionsProps = {
  onCancel: () => void;
  /** Replaces 'Cancel' if that would be ambiguous. */
  cancelLabel?: string | undefined;
  children: ReactNode;
};

/** The actions of a dialog: a plain Cancel, then one filled button. */
export function DialogActions({ onCancel, cancelLabel, children }: ActionsProps) {
  const t = useText();
  return (
    <Group justify="flex-end" gap={12} mt={24}>
      <Button variant="subtle" onClick={onCancel}>
        {cancelLabel ?? t('action.cancel')}
      </Button>
      {children}
    </Group>
  );
}

type FormProps = {
  /** The results of useSubmit. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  failure: string | null;
  /** An introduction above the fields. */
  text?: ReactNode;
  /** The fields. */
  children?: ReactNode;
  /** The verb, and the verb with an ellipsis while busy. */
  action: string;
  busyLabel: string;
  danger?: boolean;
  /** A different look of the button, for example for sending in TEST. */
  look?: { color: string; badge: ReactNode };
  onCancel: () => void;
  cancel?: string | undefined;
};

export function DialogForm({
  submit,
  busy,
  failure,
  text,
  children,
  danger = false,
  look,
  ...actions
}: FormProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        {text === undefined ? null : (
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        )}
        {children}
        <Failure>{failure}</Failure>
      </Stack>
      <DialogActions onCancel={actions.onCancel} cancelLabel={actions.cancel}>
        <SubmitButton busy={busy} busyLabel={actions.busyLabel} {...(danger ? { color: 'red' } : look)}>
          {actions.action}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
