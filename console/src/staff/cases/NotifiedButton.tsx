// Notes who was notified of a case, for the record alone.
import { notifiedRequest } from '@godwit/contract/staff/cases';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { noteNotified } from '../api/cases.ts';
import type { Parts } from './Blocks.tsx';

export function NotifiedButton(parts: Parts) {
  const t = useText();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="outline" w={{ base: '100%', xs: 'auto' }} onClick={open}>
        {t('staff.cases.notify')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('staff.cases.notify')}>
        <NotifiedForm {...parts} onClose={close} />
      </Dialog>
    </>
  );
}

function NotifiedForm({ found, show, onClose }: Parts & { onClose: () => void }) {
  const t = useText();
  const { form, ...sending } = useSchemaForm({
    schema: notifiedRequest,
    initialValues: { who: '', note: '' },
    call: async (values) => {
      show(await noteNotified(found.id, values));
      toastSuccess(t('staff.cases.noted'));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t('staff.cases.notifyText')}
      action={t('action.save')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.cases.who')}
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('who')}
      />
      <Textarea
        label={t('staff.cases.note')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}
