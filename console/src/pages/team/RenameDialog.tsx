// The dialog that renames the team.
import { MAX_TEAM_NAME, renameTeamRequest } from '@godwit/contract/team';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { teamsQuery } from '../../api/accounts.ts';
import { renameTeam } from '../../api/team.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';

export function RenameDialog({ opened, onClose }: Opening) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('team.rename')} closeOnClickOutside={false}>
      <RenameForm onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const { name } = useTeam();
  const queries = useQueryClient();
  const { form, ...submission } = useSchemaForm({
    schema: renameTeamRequest,
    initialValues: { name },
    call: async (values) => {
      await renameTeam(values);
      await queries.invalidateQueries({ queryKey: teamsQuery.queryKey });
      toastSuccess(t('team.renamed'));
      onClose();
    },
    inPlace: true,
  });
  return (
    <DialogForm {...submission} action={t('action.save')} busyLabel={t('action.saving')} onCancel={onClose}>
      <TextInput
        label={t('team.name')}
        maxLength={MAX_TEAM_NAME}
        autoComplete="organization"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Text c="dimmed" fz={13}>
        {t('team.renameText')}
      </Text>
    </DialogForm>
  );
}
