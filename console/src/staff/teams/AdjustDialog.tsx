// Adds to a team's balance or takes from it, with a reason; what is beyond one person waits for a second.
import type { StaffTeam } from '@godwit/contract/staffTeams';
import { adjustRequest } from '@godwit/contract/staffTeams';
import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSchemaForm } from '../../components/useSubmit.ts';
import { formatPrice } from '../../format.ts';
import { randomUuid } from '../../randomUuid.ts';
import { useText } from '../../text/useText.ts';
import { adjust } from '../api/teams.ts';
import { formatSigned } from './Ledger.tsx';

type Props = Opening & { team: StaffTeam };

export function AdjustDialog({ team, opened, onClose }: Props) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('staff.adjust.title', { team: team.name })}>
      <AdjustForm team={team} onClose={onClose} />
    </Dialog>
  );
}

function AdjustForm({ team, onClose }: Omit<Props, 'opened'>) {
  const t = useText();
  const queries = useQueryClient();
  const { id, currency, balance } = team;
  // The key is of this opening: however often the form is sent, it is one adjustment.
  const [initialValues] = useState(() => ({ amount: '', reason: '', key: randomUuid() }));
  const { form, ...sending } = useSchemaForm({
    schema: adjustRequest,
    initialValues,
    call: async (values) => {
      const done = await adjust(id, {
        ...values,
        amount: values.amount.trim(),
        reason: values.reason.trim(),
      });
      for (const list of ['teams', 'adjustments', 'counts']) {
        queries.invalidateQueries({ queryKey: ['staff', list] });
      }
      const amount = formatSigned(done.amount, done.currency);
      toastSuccess(t(done.status === 'PENDING' ? 'staff.adjust.pending' : 'staff.adjust.booked', { amount }));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      action={t('staff.adjust.submit')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.adjust.amount', { currency })}
        description={t('staff.adjust.hint', { balance: formatPrice(balance, currency) })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-autofocus
        autoComplete="off"
        maxLength={16}
        {...form.getInputProps('amount')}
      />
      <Textarea
        label={t('field.reason')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
