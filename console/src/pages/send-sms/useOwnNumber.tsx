// 'Send to yourself': adds the user's own mobile number, which the browser remembers.
import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../api/queryClient.ts';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { phonePlansQuery } from '../../phone.ts';
import { useProfile, useTeam } from '../../session/context.ts';
import { type DraftKey, storeDraft, storedDraft } from '../../session/drafts.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor } from '../../ui/richText.tsx';
import { readEntry } from './numbers.ts';

/**
 * Returns the link and its dialog, which asks for the number if it is unknown. Render the dialog outside the
 * form: it has a form of its own.
 */
export function useOwnNumber(onAdd: (number: string) => void): [link: ReactNode, dialog: ReactNode] {
  const t = useText();
  const home = useTeam().region.id;
  const storageKey: DraftKey = `own_number.${useProfile().id}`;
  const [own, setOwn] = useState(() => storedDraft(storageKey));
  const [opened, setOpened] = useState(false);
  const form = useForm({ initialValues: { number: own ?? '' } });
  const { submit, busy, failure } = useSubmit({
    form,
    call: async ({ number }) => {
      // A number without its country code cannot be judged before the plans have loaded.
      const plans = await queryClient.ensureQueryData(phonePlansQuery);
      const { key, full, shown, problem } = readEntry(number, plans.parsePhoneNumberFromString, home);
      if (problem && !full) {
        form.setFieldError('number', t('send.badNumber', { number: key }));
        form.getInputNode('number')?.focus();
        return;
      }
      const international = full ?? shown;
      storeDraft(storageKey, international);
      setOwn(international);
      setOpened(false);
      onAdd(international);
    },
  });
  const open = () => setOpened(true);
  const link = (
    <Group gap="4px 12px" mt={8} fz={13} c="dimmed">
      {buttonFor(own === null ? open : () => onAdd(own))(t('send.toYourself'))}
      {own === null ? null : (
        <span>{t.rich('send.ownNumber', { number: own, change: buttonFor(open) })}</span>
      )}
    </Group>
  );
  const dialog = (
    <Dialog opened={opened} onClose={() => setOpened(false)} title={t('send.toYourself')}>
      <DialogForm
        submit={submit}
        busy={busy}
        failure={failure}
        text={t('send.ownNumberText')}
        action={t('send.addOwn')}
        busyLabel={t('send.addingOwn')}
        onCancel={() => setOpened(false)}
      >
        <TextInput
          data-autofocus
          type="tel"
          autoComplete="tel"
          label={t('send.ownNumberLabel')}
          {...form.getInputProps('number')}
        />
      </DialogForm>
    </Dialog>
  );
  return [link, dialog];
}
