// Sending to oneself: one's own mobile number, told once and kept in the browser.
import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { useProfile, useTeam } from '../../session/context.ts';
import { type DraftKey, storeDraft, storedDraft } from '../../session/drafts.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor } from '../../ui/richText.tsx';
import { type ParseNumber, readNumber } from './numbers.ts';

/**
 * Gives what to press, and the dialog to put outside the form, which asks for the number while it is not
 * known.
 */
export function useOwnNumber(
  parse: ParseNumber | undefined,
  onAdd: (number: string) => void,
): [words: ReactNode, dialog: ReactNode] {
  const t = useText();
  const home = useTeam().region.id;
  const key: DraftKey = `own_number.${useProfile().id}`;
  const [own, setOwn] = useState(() => storedDraft(key));
  const [asks, setAsks] = useState(false);
  const form = useForm({
    initialValues: { number: own ?? '' },
    validate: ({ number }) => {
      const { key: whole, full, problem } = readNumber(number, parse, home);
      return problem && !full ? { number: t('send.badNumber', { number: whole }) } : {};
    },
  });
  const { submit, busy, failure } = useSubmit({
    form,
    call: async ({ number }) => {
      const { full, shown } = readNumber(number, parse, home);
      const whole = full ?? shown;
      storeDraft(key, whole);
      setOwn(whole);
      setAsks(false);
      onAdd(whole);
    },
  });
  const ask = () => setAsks(true);
  const words = (
    <Group gap="4px 12px" mt={8} fz={13} c="dimmed">
      {buttonFor(own === null ? ask : () => onAdd(own))(t('send.toYourself'))}
      {own === null ? null : <span>{t.rich('send.ownNumber', { number: own, change: buttonFor(ask) })}</span>}
    </Group>
  );
  const dialog = (
    <Dialog opened={asks} onClose={() => setAsks(false)} title={t('send.toYourself')}>
      <DialogForm
        submit={submit}
        busy={busy}
        failure={failure}
        text={t('send.ownNumberText')}
        action={t('send.addOwn')}
        busyLabel={t('send.addingOwn')}
        onCancel={() => setAsks(false)}
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
  return [words, dialog];
}
