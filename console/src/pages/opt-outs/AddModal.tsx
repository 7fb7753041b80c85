// Puts a number on the list.
import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { addOptOut } from '../../api/optOuts.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

type Props = { opened: boolean; onClose: () => void };

export function AddModal({ opened, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('optOuts.add')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <AddForm onClose={onClose} />
    </Modal>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const readable = useReadableNumber();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { number: '' } });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      const { number } = await addOptOut(values);
      await queries.invalidateQueries({ queryKey: ['opt-outs'] });
      toastSuccess(t('optOuts.added', { number: readable(number) }));
      onClose();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <p>{t('optOuts.addText')}</p>
      <TextInput
        {...form.getInputProps('number')}
        label={t('optOuts.number')}
        description={t('optOuts.addHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type="tel"
        autoComplete="off"
        maxLength={64}
        data-autofocus
      />
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('optOuts.adding')}>
          {t('optOuts.add')}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
