// Puts the chosen contacts into a group, or takes them out of one.
import { Modal, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { groupContacts, groupsQuery, readContactsAgain } from '../../api/contacts.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import type { ContactSelection } from './useSelection.ts';

type Props = {
  action: 'add' | 'remove';
  selection: ContactSelection;
  opened: boolean;
  onClose: () => void;
  onExited: () => void;
};

export function GroupDialog({ action, selection, opened, onClose, onExited }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExited}
      title={t(action === 'add' ? 'selection.addTo' : 'selection.removeFrom')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      // The list of groups hangs over the edge.
      styles={{ content: { overflow: 'visible' } }}
    >
      <GroupForm action={action} selection={selection} onClose={onClose} />
    </Modal>
  );
}

function GroupForm({ action, selection, onClose }: Pick<Props, 'action' | 'selection' | 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const { data: groups = [] } = useQuery(groupsQuery);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { group_id: '' },
    validate: { group_id: (value) => (value ? null : t('inGroup.required')) },
  });
  const { submit, busy } = useSubmit({
    form,
    call: async ({ group_id }) => {
      const { changed } = await groupContacts({ contacts: selection.request, group_id, action });
      await readContactsAgain(queries);
      const group = groups.find(({ id }) => id === group_id)?.name ?? '';
      toastSuccess(t(action === 'add' ? 'inGroup.added' : 'inGroup.removed', { count: changed, group }));
      onClose();
    },
    once: true,
  });
  const words = action === 'add' ? 'inGroup.add' : 'inGroup.remove';
  return (
    <form onSubmit={submit} noValidate>
      <Select
        label={t('inGroup.group')}
        data-autofocus
        openOnFocus={false}
        description={t(words, { count: selection.count })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={t('inGroup.required')}
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        nothingFoundMessage={t(groups.length === 0 ? 'inGroup.noGroups' : 'contacts.noGroupFound')}
        maxDropdownHeight={200}
        key={form.key('group_id')}
        {...form.getInputProps('group_id')}
      />
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('action.saving')}>
          {t(action === 'add' ? 'inGroup.doAdd' : 'inGroup.doRemove')}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
