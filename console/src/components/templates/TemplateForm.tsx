// The form of a new or existing template, in a dialog.
import { fieldsWithoutFallback, MERGE_FIELDS } from '@godwit/contract/messages/mergeFields';
import { countSegments } from '@godwit/contract/messages/segments';
import { MAX_TEMPLATE_NAME, type Template, templateRequest } from '@godwit/contract/messages/templates';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isError } from '../../api/errors.ts';
import { refreshTemplates, saveTemplate } from '../../api/templates.ts';
import { useText } from '../../text/useText.ts';
import { DialogForm, focusIfLost } from '../dialog/Dialog.tsx';
import { useSchemaForm } from '../form/useSubmit.ts';
import { contentProblem, MessageField } from '../message/MessageField.tsx';
import { toastError, toastSuccess } from '../toast/toast.ts';

const FIELD_LABELS = { first_name: 'field.firstName', last_name: 'field.lastName' } as const;

type TemplateFormProps = {
  projectId: string;
  /** Null for a new template. */
  template: Template | null;
  content: string;
  /** Called with the saved template, or without one on Cancel. */
  onEnd: (saved?: Template) => void;
};

/** The fields of a template, and the buttons of its dialog. */
export function TemplateForm({ projectId, template, content, onEnd }: TemplateFormProps) {
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
