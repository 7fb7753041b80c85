// The dialog that opens over a page: the frame, the form in it, and its last row.
import { Box, Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { FormEvent, ReactNode } from 'react';
import { useText } from '../../text/useText.ts';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';

/** Whether it is open, and what to do when it is to close; `onExited` is for when it has faded out. */
export type Opening = { opened: boolean; onClose: () => void; onExited?: () => void };

type DialogProps = Opening &
  Omit<ModalProps, 'closeButtonProps' | 'onExitTransitionEnd'> & {
    /** It cannot be left now. */
    locked?: boolean;
    /** A list hangs over its edge. */
    overhangs?: boolean;
    /** One part of it scrolls, the DialogScroll, so that what can be pressed stays in sight. */
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
  // The kit notes where the focus was when it opens, not when it is put on the page already open.
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
 * For the ref of an element that replaces the focused one. It leaves the focus alone if the person has moved
 * on to something else.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

export const DialogScroll = ({ children }: { children: ReactNode }) => (
  // Room for the focus ring of what stands at the edge.
  <Box flex={1} mih={0} pt={4} px={{ base: 16, xs: 24 }} style={{ overflowY: 'auto' }}>
    {children}
  </Box>
);

/** The last row of a dialog that is parted. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <Group flex="none" justify="flex-end" gap={12} p={{ base: 16, xs: 24 }}>
    {children}
  </Group>
);

type ActionsProps = {
  onCancel: () => void;
  /** Replaces 'Cancel' if that would be ambiguous. */
  words?: string | undefined;
  children: ReactNode;
};

/** The last row of a dialog: plain Cancel, then the one filled button. */
export function DialogActions({ onCancel, words, children }: ActionsProps) {
  const t = useText();
  return (
    <Group justify="flex-end" gap={12} mt={24}>
      <Button variant="subtle" onClick={onCancel}>
        {words ?? t('action.cancel')}
      </Button>
      {children}
    </Group>
  );
}

type FormProps = {
  /** All of useSubmit. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  failure: string | null;
  /** The introduction to the fields. */
  text?: ReactNode;
  /** The fields. */
  children?: ReactNode;
  /** The verb, and the verb with an ellipsis. */
  action: string;
  busyLabel: string;
  danger?: boolean;
  /** How the button looks otherwise, such as one that sends in TEST. */
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
  ...words
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
      <DialogActions onCancel={words.onCancel} words={words.cancel}>
        <SubmitButton busy={busy} busyLabel={words.busyLabel} {...(danger ? { color: 'red' } : look)}>
          {words.action}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
