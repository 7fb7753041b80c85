// The parts that lists of credentials share: API keys and SMPP accounts.
import type { Mode } from '@godwit/contract/messages/statuses';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { Dialog, type Opening } from '../../components/dialog/Dialog.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { Facts } from '../../ui/Facts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';

type OnceProps<Created> = Opening & {
  title: string;
  /** Says that the secret is not shown again. */
  warning: string | ((created: Created) => string);
  /** The next step with the created credentials. */
  next?: (created: Created) => ReactNode;
  /** The facts of the created credentials. */
  facts: (created: Created) => ReactNode;
  form: (onCreated: (created: Created) => void) => ReactNode;
};

/** A dialog with a form, then with the secret that it has made. */
export function ShownOnce<Created>({ warning, next, facts, form, ...dialog }: OnceProps<Created>) {
  const t = useText();
  const [created, setCreated] = useState<Created | null>(null);
  return (
    // Removes the secret from memory at the end.
    <Dialog {...dialog} onExited={() => setCreated(null)} closeOnClickOutside={false}>
      {created ? (
        <Stack gap={24}>
          <NoteBox tone="warning">{typeof warning === 'string' ? warning : warning(created)}</NoteBox>
          {next?.(created)}
          <Facts>{facts(created)}</Facts>
          <Group justify="flex-end">
            <Button onClick={dialog.onClose} data-autofocus>
              {t('settings.done')}
            </Button>
          </Group>
        </Stack>
      ) : (
        form(setCreated)
      )}
    </Dialog>
  );
}

/** The name of credentials, with the mode that they are for. */
export function NameAndMode({ name, mode }: { name: string; mode: Mode }) {
  const t = useText();
  return (
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {name}{' '}
      <Text span fz={13} fw={600} c={mode === 'TEST' ? 'var(--test-text)' : 'dimmed'}>
        {t(mode === 'TEST' ? 'mode.test' : 'mode.live')}
      </Text>
    </Text>
  );
}

type RevokeProps = {
  /** The name of the button, and the title of its question. */
  label: string;
  text: readonly [string, string];
  call: () => Promise<unknown>;
  /** Shown once they are revoked. */
  done: string;
  /** The list that they leave. */
  queryKey: readonly unknown[];
};

/** Revokes credentials after a question. */
export function RevokeButton({ label, text, call, done, queryKey }: RevokeProps) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const refresh = () => queries.invalidateQueries({ queryKey });
  const revoke = () =>
    confirm({
      ...{ title: label, text, action: t('action.revoke'), busyLabel: t('action.revoking') },
      call: async () => {
        await call();
        toastSuccess(done);
        await refresh();
      },
      onLost: () => void refresh(),
    });
  return (
    <>
      <Button variant="subtle" size="xs" color="red" aria-label={label} onClick={revoke}>
        {t('action.revoke')}
      </Button>
      {confirmDialog}
    </>
  );
}
