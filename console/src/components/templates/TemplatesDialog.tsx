// The dialog of a project's templates: the list, or the form of one template.
import { fieldsWithoutFallback, MERGE_FIELDS } from '@godwit/contract/messages/mergeFields';
import { countSegments } from '@godwit/contract/messages/segments';
import { MAX_TEMPLATE_NAME, type Template, templateRequest } from '@godwit/contract/messages/templates';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isError } from '../../api/errors.ts';
import { refreshTemplates, saveTemplate } from '../../api/templates.ts';
import { useText } from '../../text/useText.ts';
import { Dialog, DialogForm, focusIfLost, type Opening } from '../dialog/Dialog.tsx';
import { useSchemaForm } from '../form/useSubmit.ts';
import { contentProblem, MessageField } from '../message/MessageField.tsx';
import { toastError, toastSuccess } from '../toast/toast.ts';
import { TemplateList } from './TemplateList.tsx';

type Props = Pick<Opening, 'opened' | 'onClose'> & {
  projectId: string;
  merges: boolean;
  /** The text to save as a template, or null to show the list. */
  typed: string | null;
  onUse: (template: Template) => void;
};

export function TemplatesDialog({ opened, onClose, projectId, merges, typed, onUse }: Props) {
  const t = useText();
  // The template in the form. Null for a new one, undefined while the list is shown.
  const [edited, setEdited] = useState<Template | null | undefined>(typed === null ? undefined : null);
  // The id of the template whose form was closed last, or null for a new one.
  const [closedId, setClosedId] = useState<string | null>();
  const [q, setQ] = useState('');
  const isForm = edited !== undefined;

  function back(saved?: Template): void {
    setClosedId(saved?.id ?? edited?.id ?? null);
    // Keeps the form until the dialog has faded out.
    if (typed === null) setEdited(undefined);
    else onClose();
  }
  let title = t(typed === null ? 'templates.title' : 'templates.saveTitle');
  if (isForm && typed === null) title = t(edited ? 'templates.editTitle' : 'templates.new');
  return (
    <Dialog
      opened={opened}
      onClose={isForm ? () => back() : onClose}
      title={title}
      size={640}
      closeOnClickOutside={!isForm}
      // Events bubble through React's tree to the message's form, which must not be submitted.
      onSubmit={(event) => event.stopPropagation()}
    >
      {isForm ? (
        <TemplateForm
          projectId={projectId}
          template={edited}
          content={edited?.content ?? typed ?? ''}
          onEnd={back}
        />
      ) : (
        <TemplateList
          projectId={projectId}
          merges={merges}
          closedId={closedId}
          q={q}
          onSearch={setQ}
          onEdit={setEdited}
          onUse={(template) => {
            onUse(template);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

const FIELD_LABELS = { first_name: 'field.firstName', last_name: 'field.lastName' } as const;

type TemplateFormProps = {
  projectId: string;
  /** Null for a new template. */
  template: Template | null;
  content: string;
  /** Called with the saved template, or without one on Cancel. */
  onEnd: (saved?: Template) => void;
};

/** The form of a new or existing template. */
function TemplateForm({ projectId, template, content, onEnd }: TemplateFormProps) {
  const t = useText();
  const queries = useQueryClient();
  // Null once someone else has deleted it; saving then creates it again.
  const [id, setId] = useState(template?.id ?? null);
  const { form, submit, busy, failure } = useSchemaForm({
    schema: templateRequest,
    initialValues: { name: template?.name ?? '', content },
    inPlace: true,
    call: async (values) => {
      const saved = await saveTemplate(projectId, id, values);
      await refreshTemplates(queries, projectId);
      toastSuccess(t('templates.saved'));
      onEnd(saved);
    },
    onError: (error) => {
      if (id === null || !isError(error, 'notFound')) return false;
      setId(null);
      toastError(t('templates.gone'));
      return true;
    },
  });
  const body = form.values.content;
  const count = countSegments(body, { promotional: false });
  const isBlank = body !== '' && body.trim() === '';
  const problem = isBlank ? t('send.contentRequired') : contentProblem(body, count, t);
  const unfilled = fieldsWithoutFallback(body)[0];
  return (
    <DialogForm
      submit={submit}
      busy={busy}
      failure={failure}
      action={t('templates.save')}
      busyLabel={t('action.saving')}
      onCancel={() => onEnd()}
    >
      <TextInput
        ref={focusIfLost}
        label={t('templates.name')}
        description={t('templates.nameHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={MAX_TEMPLATE_NAME}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <MessageField
        {...form.getInputProps('content')}
        body={body}
        count={count}
        promotional={false}
        error={problem ?? (form.errors.content as string | undefined)}
        insertables={MERGE_FIELDS.map((name) => ({ text: `{${name}}`, label: t(FIELD_LABELS[name]) }))}
      />
      {unfilled ? (
        <Text mt={-12} fz={13} c="dimmed">
          {t('compose.fallback', { example: `{${unfilled}|${t('review.fallback')}}` })}
        </Text>
      ) : null}
    </DialogForm>
  );
}
