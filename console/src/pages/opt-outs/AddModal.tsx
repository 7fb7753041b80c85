// Puts a number on the list.
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { addOptOut } from '../../api/optOuts.ts';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';

export function AddModal({ opened, onClose }: Opening) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('optOuts.add')}>
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const readable = useReadableNumber();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { number: '' } });
  const sending = useSubmit({
    form,
    call: async (values) => {
      const { number } = await addOptOut(values);
      await queries.invalidateQueries({ queryKey: ['opt-outs'] });
      toastSuccess(t('optOuts.added', { number: readable(number) }));
      onClose();
    },
  });
  return (
    <DialogForm
      {...sending}
      text={t('optOuts.addText')}
      action={t('optOuts.add')}
      busyLabel={t('action.adding')}
      onCancel={onClose}
    >
      <TextInput
        {...form.getInputProps('number')}
        label={t('field.number')}
        description={t('optOuts.addHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type="tel"
        autoComplete="off"
        maxLength={64}
        data-autofocus
      />
    </DialogForm>
  );
}
