// 'Add New Contact'.
import { createContactRequest } from '@godwit/contract/contacts';
import { Modal, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createContact, readContactsAgain } from '../../api/contacts.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { phonePlansQuery } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { atNumber } from './conflict.ts';
import classes from './Dialogs.module.css';
import { readNumber } from './readNumber.ts';

type Props = { opened: boolean; onClose: () => void; onExited: () => void };

export function NewContactModal({ opened, onClose, onExited }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExited}
      title={t('contacts.addTitle')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size={520}
      closeOnClickOutside={false}
      // The list of countries hangs over the edge.
      styles={{ content: { overflow: 'visible' } }}
    >
      <NewContactForm onClose={onClose} />
    </Modal>
  );
}

function NewContactForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [country, setCountry] = useState<string>(useTeam().region.id);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { first_name: '', last_name: '', number: '' },
    validate: schemaResolver(createContactRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      const { parsePhoneNumberFromString } = await queries.ensureQueryData(phonePlansQuery);
      const number = readNumber(values.number, country, parsePhoneNumberFromString);
      if (number === null) {
        form.setFieldError('number', t('contacts.badNumber'));
        return;
      }
      await createContact({ ...values, number });
      await readContactsAgain(queries);
      toastSuccess(t('contacts.created'));
      onClose();
    },
    onError: (error) => atNumber(form, error),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <div className={classes.pair}>
          <TextInput
            label={t('contacts.firstName')}
            data-autofocus
            autoComplete="off"
            maxLength={100}
            key={form.key('first_name')}
            {...form.getInputProps('first_name')}
          />
          <TextInput
            label={t('contacts.lastName')}
            autoComplete="off"
            maxLength={100}
            key={form.key('last_name')}
            {...form.getInputProps('last_name')}
          />
        </div>
        <PhoneField
          label={t('contacts.number')}
          country={country}
          onCountry={setCountry}
          key={form.key('number')}
          {...form.getInputProps('number')}
        />
      </Stack>
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
