// The name of a saved filter of the log, in its dialog.
import { filterForm, MAX_FILTER_NAME, type SavedFilter } from '@godwit/contract/messages/savedFilters';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeFilters } from '../../api/messages.ts';
import { DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { useText } from '../../text/useText.ts';

export type FilterNameProps = {
  projectId: string;
  /** The filter that gets another name; null for a new one. */
  renamed: SavedFilter | null;
  /** The query of a new one. */
  query: string;
  others: readonly SavedFilter[];
  onEnd: () => void;
};

/** Names the filters in use, or renames saved ones. */
export function FilterNameForm({ projectId, renamed, query, others, onEnd }: FilterNameProps) {
  const t = useText();
  const queries = useQueryClient();
  const { form, ...submission } = useSchemaForm({
    schema: filterForm(others),
    initialValues: { name: renamed?.name ?? '' },
    inPlace: true,
    call: async ({ name }) => {
      await changeFilters(queries, projectId, (filters) =>
        renamed
          ? filters.map((one) => (one.name === renamed.name ? { ...one, name } : one))
          : [...filters, { name, query }],
      );
      onEnd();
    },
  });
  return (
    <DialogForm {...submission} action={t('action.save')} busyLabel={t('action.saving')} onCancel={onEnd}>
      <TextInput
        {...form.getInputProps('name')}
        label={t('field.name')}
        description={t('filters.onlyYou')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        maxLength={MAX_FILTER_NAME}
        data-autofocus
      />
    </DialogForm>
  );
}
