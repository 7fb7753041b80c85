// The templates of a project, to use, change or delete.
import { mergeFieldsOf } from '@godwit/contract/messages/mergeFields';
import type { Template } from '@godwit/contract/messages/templates';
import { ActionIcon, Box, Button, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isError } from '../../api/errors.ts';
import { deleteTemplate, refreshTemplates, saveTemplate, templatesQuery } from '../../api/templates.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { linkTo } from '../../ui/richText.tsx';
import { focusIfLost } from '../dialog/Dialog.tsx';
import { useAction } from '../form/useSubmit.ts';
import { Example } from '../list/Example.tsx';
import { List } from '../list/List.tsx';
import { SearchField } from '../list/SearchField.tsx';

/** Longer lists have a search. */
const MANY = 5;

/** Compensates the icons' padding, so that they align with the row's edges. */
const BESIDE_ICONS = -11;

const focus = (element: HTMLElement | null): void => element?.focus();

type Props = {
  projectId: string;
  /** Whether templates with merge fields can be used. */
  merges: boolean;
  /** The id of the template whose form was closed, or null for a new one. Its row gets the focus. */
  closedId: string | null | undefined;
  /** The search text. */
  q: string;
  onSearch: (q: string) => void;
  /** Null for a new template. */
  onEdit: (template: Template | null) => void;
  onUse: (template: Template) => void;
};

export function TemplateList({ projectId, merges, closedId, q, onSearch, onEdit, onUse }: Props) {
  const t = useText();
  const found = useQuery(templatesQuery(projectId));
  const deletion = useDeletion(projectId);
  const all = found.data;
  const search = q.trim().toLowerCase();
  const shown = all?.filter(({ name, content }) => `${name}\n${content}`.toLowerCase().includes(search));
  const focused = deletion.restored ?? closedId;
  return (
    <>
      <Group justify="space-between" gap={12}>
        {all && all.length > MANY ? (
          <SearchField q={q} onSearch={onSearch} hint={t('templates.find')} />
        ) : (
          <Text c="dimmed">{all?.length ? t('templates.choose') : null}</Text>
        )}
        <Button
          variant="outline"
          data-autofocus
          ref={focused === null ? focusIfLost : null}
          onClick={() => onEdit(null)}
        >
          {t('templates.new')}
        </Button>
      </Group>
      <Box role="status" mb={16} style={{ overflowWrap: 'anywhere' }}>
        {deletion.last ? (
          <Group mt={12} gap={8}>
            {t('templates.deleted', { name: deletion.last.name })}
            <Button variant="subtle" size="xs" ref={focus} onClick={deletion.undo}>
              {t('action.undo')}
            </Button>
          </Group>
        ) : null}
      </Box>
      <List
        label={t('nav.templates')}
        found={{ ...found, data: shown && { results: shown } }}
        rowKey={({ id }) => id}
        stacked={(template) => (
          <TemplateRow
            template={template}
            fields={merges ? [] : mergeFieldsOf(template.content)}
            isFocused={focused === template.id}
            onUse={() => onUse(template)}
            onEdit={() => onEdit(template)}
            onDelete={() => deletion.remove(template)}
          />
        )}
        empty={t(search === '' ? 'templates.empty' : 'templates.notFound')}
        emptyExample={search === '' ? <ExampleTemplate /> : null}
      />
    </>
  );
}

/**
 * Deletes a template and can restore the last deleted one. Nothing refers to templates, so it is simply
 * created again.
 */
function useDeletion(projectId: string) {
  const queries = useQueryClient();
  const [last, setLast] = useState<Template | null>(null);
  const [restored, setRestored] = useState<string>();
  const { run: remove } = useAction<Template>({
    call: async (template) => {
      // If someone else has already deleted it, that counts as success.
      await deleteTemplate(projectId, template.id).catch((error) => {
        if (!isError(error, 'notFound')) throw error;
      });
      await refreshTemplates(queries, projectId);
      setLast(template);
    },
  });
  const { run: restore } = useAction<Template>({
    call: async ({ name, content }) => {
      const { id } = await saveTemplate(projectId, null, { name, content });
      await refreshTemplates(queries, projectId);
      setLast(null);
      setRestored(id);
    },
  });
  return { last, restored, remove, undo: () => last && restore(last) };
}

/** A template as the list will show it. */
function ExampleTemplate() {
  const t = useText();
  return (
    <Example>
      <Text fw={500}>{t('templates.exampleName')}</Text>
      <Text>{t('templates.example', { field: '{first_name}' })}</Text>
    </Example>
  );
}

type RowProps = {
  template: Template;
  /** Merge fields because of which it cannot be used. */
  fields: readonly string[];
  isFocused: boolean;
  onUse: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function TemplateRow({ template: { name, content }, fields, isFocused, ...on }: RowProps) {
  const t = useText();
  const edit = t('templates.edit', { name });
  const remove = t('templates.delete', { name });
  const text = (
    <Text span c="dimmed" lineClamp={2}>
      {content}
    </Text>
  );
  return (
    <Group wrap="nowrap" gap={4} align="flex-start">
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {fields.length === 0 ? (
          <UnstyledButton w="100%" bdrs={4} onClick={on.onUse}>
            <Text span display="block" fw={500} c="var(--primary)">
              {name}
            </Text>
            {text}
          </UnstyledButton>
        ) : (
          <>
            <Text span display="block" fw={500}>
              {name}
            </Text>
            {text}
            <Text fz={13}>
              {t.rich('templates.onlyCampaign', {
                fields: fields.map((field) => `{${field}}`).join(', '),
                link: linkTo(paths.newCampaign),
              })}
            </Text>
          </>
        )}
      </Box>
      <Group wrap="nowrap" gap={4} my={BESIDE_ICONS} mr={BESIDE_ICONS}>
        <Tooltip label={edit}>
          <ActionIcon aria-label={edit} ref={isFocused ? focusIfLost : null} onClick={on.onEdit}>
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={remove}>
          <ActionIcon aria-label={remove} onClick={on.onDelete}>
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
