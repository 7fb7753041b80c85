// The form that asks for a sender id. What it may be is shown while it is typed, and how people will see it.
import { senderIdRequest, senderProblem } from '@godwit/contract/senders';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { requestSender, senderRequestsQuery } from '../../api/senders.ts';
import { DocumentUpload } from '../../components/DocumentUpload.tsx';
import { focusFirstError } from '../../components/focusFirstError.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { useUpload } from '../../components/useUpload.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { SeenAs } from './SeenAs.tsx';
import { SenderRules } from './SenderRules.tsx';
import classes from './senderId.module.css';

// Documents go their own way; the rest of the contract's schema is the form's.
const checkFields = schemaResolver(senderIdRequest.omit({ documents: true }), { sync: true });

export function SenderForm({ projectId }: { projectId: string }) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<(boolean | undefined)[]>([]);
  const first = useUpload(() => setWaiting([]));
  const second = useUpload(() => setWaiting([]));
  const uploads = [first, second];
  const form = useForm({
    initialValues: { sender_id: '', is_promotional: 'true', description: '', legal_name: '' },
    validate: checkFields,
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      const documents = uploads.flatMap(({ upload }) =>
        upload.state === 'done' ? [{ id: upload.file.id, name: upload.file.name.slice(0, 100) }] : [],
      );
      await requestSender(projectId, { ...values, documents });
      toastSuccess(t('sender.sent'));
      navigate(paths.settings(projectId));
      await queries.invalidateQueries({ queryKey: senderRequestsQuery(projectId).queryKey });
    },
    once: true,
  });
  const { sender_id: typed } = form.getValues();
  const brokenRule = form.errors.sender_id && typed !== '' && senderProblem(typed) !== null;

  return (
    <form
      className={classes.columns}
      noValidate
      onSubmit={(event) => {
        const unfinished = uploads.map(({ upload }) => ['sending', 'failed'].includes(upload.state));
        setWaiting(unfinished);
        if (!unfinished.some(Boolean)) return submit(event);
        event.preventDefault();
        form.validate();
        focusFirstError(event.currentTarget);
      }}
    >
      <Card>
        <div className={classes.fields}>
          <p className={classes.help}>{t('sender.help')}</p>
          <div>
            <TextInput
              label={t('sender.id')}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              data-1p-ignore
              aria-describedby="sender-rules"
              {...form.getInputProps('sender_id')}
              // Which part of the rule it breaks is said below.
              error={brokenRule ? true : form.errors.sender_id}
            />
            <SenderRules id="sender-rules" typed={typed} />
          </div>
          <Radio.Group label={t('sender.type')} {...form.getInputProps('is_promotional')}>
            <div className={classes.radios}>
              <Radio
                value="false"
                label={t('sender.transactional')}
                description={t('sender.transactionalHint')}
              />
              <Radio value="true" label={t('sender.promotional')} description={t('sender.promotionalHint')} />
            </div>
          </Radio.Group>
          <Textarea
            label={t('sender.usage')}
            minRows={4}
            autosize
            maxRows={10}
            maxLength={1000}
            {...form.getInputProps('description')}
          />
          <TextInput
            label={t('sender.legalName')}
            maxLength={200}
            autoComplete="organization"
            {...form.getInputProps('legal_name')}
          />
          <div className={classes.documents}>
            <p className={classes.help}>{t('sender.documentsHint')}</p>
            {uploads.map((control, index) => (
              <DocumentUpload
                // biome-ignore lint/suspicious/noArrayIndexKey: slots stay where they are
                key={index}
                label={t('sender.document', { number: index + 1 })}
                error={waiting[index] ? t('document.wait') : undefined}
                {...control}
              />
            ))}
          </div>
          <SubmitButton className={classes.submit ?? ''} busy={busy} busyLabel={t('sender.submitting')}>
            {t('sender.submit')}
          </SubmitButton>
        </div>
      </Card>
      <SeenAs sender={typed} />
    </form>
  );
}
