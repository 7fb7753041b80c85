// Filters of the log that the person has saved under a name: a menu beside the filters, and a row to choose
// from below them. The server keeps them per person and project.
import {
  filterForm,
  MAX_FILTER_NAME,
  MAX_SAVED_FILTERS,
  type SavedFilter,
} from '@godwit/contract/messages/savedFilters';
import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { changeFilters, savedFiltersQuery } from '../../api/messages.ts';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useAction, useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastUndo } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { type FilterState, fromSavedQuery, NO_FILTER, toSavedQuery } from './logState.ts';

type Props = {
  /** The filters that are set now. */
  state: FilterState;
  onApply: (filter: FilterState) => void;
  projectId: string;
};

/** The menu, and the saved filters as buttons. The one that equals the filters in use is pressed. */
export function SavedFilters({ state, onApply, projectId }: Props) {
  const label = useId();
  const t = useText();
  const filters = useQuery(savedFiltersQuery(projectId)).data?.filters;
  const query = toSavedQuery(state);
  const current = filters?.find((one) => toSavedQuery(fromSavedQuery(one.query)) === query);
  return (
    <>
      <FilterMenu key={projectId} projectId={projectId} filters={filters} current={current} query={query} />
      {filters?.length ? (
        <Group role="group" aria-labelledby={label} gap={8} w="100%" style={{ order: 1 }}>
          <Text span id={label} fz={13} c="dimmed">
            {t('filters.saved')}
          </Text>
          {filters.map((one) => (
            <Button
              key={one.name}
              size="xs"
              variant={one === current ? 'light' : 'outline'}
              aria-pressed={one === current}
              maw="100%"
              onClick={() => onApply(one === current ? NO_FILTER : fromSavedQuery(one.query))}
            >
              {one.name}
            </Button>
          ))}
        </Group>
      ) : null}
    </>
  );
}

type MenuProps = {
  projectId: string;
  /** Undefined while they load. */
  filters: readonly SavedFilter[] | undefined;
  /** The saved filter in use, if any. */
  current: SavedFilter | undefined;
  /** The filters in use. */
  query: string;
};

/** Saves the filters in use; or renames or removes them, if they are saved already. */
function FilterMenu({ projectId, filters, current, query }: MenuProps) {
  const t = useText();
  const remove = useRemoval(projectId);
  const [form, setForm] = useState<FormProps | null>(null);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = (renamed: SavedFilter | null) => {
    // The dialog gives the focus back to the button, as the item is gone by then.
    button.current?.focus();
    setForm({ projectId, renamed, query, others: (filters ?? []).filter((one) => one !== renamed) });
    setOpened(true);
  };
  const isFull = filters !== undefined && filters.length >= MAX_SAVED_FILTERS;
  const name = current?.name ?? '';
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="default"
            size={40}
            aria-label={t('filters.saved')}
            title={t('filters.saved')}
            disabled={!filters}
          >
            <IconBookmark size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw={320} style={{ overflowWrap: 'anywhere' }}>
          {current ? (
            <>
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => open(current)}
              >
                {t('filters.rename', { name })}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
                c="var(--danger)"
                onClick={() => remove.run(current)}
              >
                {t('filters.remove', { name })}
              </Menu.Item>
            </>
          ) : (
            <Menu.Item
              leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden="true" />}
              disabled={isFull}
              onClick={() => open(null)}
            >
              {isFull ? t('filters.full', { count: MAX_SAVED_FILTERS }) : t('filters.save')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(form?.renamed ? 'filters.renameTitle' : 'filters.save')}
      >
        {form ? <NameForm {...form} onEnd={() => setOpened(false)} /> : null}
      </Dialog>
    </>
  );
}

/** Removes a filter; it can be put back. */
function useRemoval(projectId: string) {
  const t = useText();
  const queries = useQueryClient();
  return useAction({
    call: async (removed: SavedFilter) => {
      const { name } = removed;
      const without = (filters: readonly SavedFilter[]) => filters.filter((one) => one.name !== name);
      await changeFilters(queries, projectId, without);
      toastUndo(t('filters.removed', { name }), async () => {
        await changeFilters(queries, projectId, (filters) => [...without(filters), removed]);
        return t('filters.back', { name });
      });
    },
  });
}

type FormProps = {
  projectId: string;
  /** The filter that gets another name; null for a new one. */
  renamed: SavedFilter | null;
  /** The query of a new one. */
  query: string;
  others: readonly SavedFilter[];
};

function NameForm({ projectId, renamed, query, others, onEnd }: FormProps & { onEnd: () => void }) {
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
