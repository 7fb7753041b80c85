// A template being written: a new one, or one that is changed.
import { fieldsWithoutFallback, MERGE_FIELDS } from '@godwit/contract/mergeFields';
import { countSegments } from '@godwit/contract/segments';
import { MAX_TEMPLATE_NAME, type Template, templateRequest } from '@godwit/contract/templates';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isError } from '../../api/errors.ts';
import { readTemplatesAgain, saveTemplate } from '../../api/templates.ts';
import { useText } from '../../text/useText.ts';
import { contentProblem } from '../contentProblem.ts';
import { DialogForm, focusIfLost } from '../Dialog.tsx';
import { MessageField } from '../MessageField.tsx';
import { toastError, toastSuccess } from '../toast.ts';
import { useSchemaForm } from '../useSubmit.ts';

const FIELD_WORDS = { first_name: 'field.firstName', last_name: 'field.lastName' } as const;

type Props = {
  projectId: string;
  /** Null for a new one. */
  template: Template | null;
  content: string;
  /** With what was saved, or without where it was left. */
  onEnd: (saved?: Template) => void;
};

export function TemplateForm({ projectId, template, content, onEnd }: Props) {
  const t = useText();
  const queries = useQueryClient();
  // Null once another person has deleted it: saving makes it anew.
  const [id, setId] = useState(template?.id ?? null);
  const { form, submit, busy, failure } = useSchemaForm({
    schema: templateRequest,
    initialValues: { name: template?.name ?? '', content },
    inPlace: true,
    call: async (values) => {
      const saved = await saveTemplate(projectId, id, values);
      await readTemplatesAgain(queries, projectId);
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
        insertables={MERGE_FIELDS.map((name) => ({ text: `{${name}}`, label: t(FIELD_WORDS[name]) }))}
      />
      {unfilled ? (
        <Text mt={-12} fz={13} c="dimmed">
          {t('compose.fallback', { example: `{${unfilled}|${t('review.fallback')}}` })}
        </Text>
      ) : null}
    </DialogForm>
  );
}
