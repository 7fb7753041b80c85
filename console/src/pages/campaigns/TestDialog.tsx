// Sending what is written to oneself first: one message, filled in as for a contact that the campaign goes
// to.
import type { ContactGroup } from '@godwit/contract/contacts';
import { hasMergeFields, mergeContent } from '@godwit/contract/messages/mergeFields';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Flex, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { contactsQuery } from '../../api/contacts.ts';
import { sendMessage } from '../../api/messages.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useIdempotencyKeys } from '../../components/form/useIdempotencyKeys.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { TestTag } from '../../components/frame/Mode.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { phonePlansQuery, readNumber, useReadableNumber } from '../../phone.ts';
import { useProfile, useTeam } from '../../session/context.ts';
import { type DraftKey, storeDraft, storedDraft } from '../../session/drafts.ts';
import { useText } from '../../text/useText.ts';
import { Passage } from '../../ui/Facts.tsx';

type Props = {
  projectId: string;
  mode: Mode;
  from: string;
  content: string;
  groups: Pick<ContactGroup, 'id' | 'contacts'>[];
};

export function TestDialog({ opened, onClose, ...props }: Opening & Props) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('compose.testToMe')}>
      <TestForm {...props} onClose={onClose} />
    </Dialog>
  );
}

/** The content as the first contact of these groups gets it; undefined while that is read. */
function useExample(content: string, groups: Props['groups']): { name: string; body: string } | undefined {
  const group = groups.find(({ contacts }) => contacts > 0);
  const merges = hasMergeFields(content);
  const { data, isError } = useQuery({
    ...contactsQuery({ group_id: group?.id, page_num: 0, page_size: 1 }),
    enabled: merges && group !== undefined,
  });
  const isKnown = !merges || !group || isError || data !== undefined;
  if (!isKnown) return undefined;
  const contact = merges ? data?.results[0] : undefined;
  const { first_name = '', last_name = '' } = contact ?? {};
  return {
    name: `${first_name} ${last_name}`.trim(),
    body: mergeContent(content, { first_name, last_name }),
  };
}

function TestForm({ projectId, mode, from, content, groups, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  const home = useTeam().region.id;
  const readable = useReadableNumber();
  const kept: DraftKey = `own_number.${useProfile().id}`;
  const plans = useQuery(phonePlansQuery);
  const example = useExample(content, groups);
  const keyOf = useIdempotencyKeys();
  const wholeOf = (typed: string) =>
    plans.data ? readNumber(typed, home, plans.data.parsePhoneNumberFromString) : typed;
  const form = useForm({
    initialValues: { number: storedDraft(kept) ?? '' },
    validate: { number: (number) => (wholeOf(number) ? null : t('compose.testBadNumber', { number })) },
  });
  const sending = useSubmit({
    form,
    names: { to: 'number' },
    call: async ({ number }) => {
      const to = wholeOf(number);
      if (!to || !example) return;
      const message = { project_id: projectId, mode, to, from, body: example.body, send_at: null };
      await sendMessage(message, keyOf(JSON.stringify(message)));
      storeDraft(kept, to);
      toastSuccess(t('compose.testSent', { number: readable(to) }));
      onClose();
    },
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t(mode === 'TEST' ? 'compose.testOfTest' : 'compose.testCharged')}
      action={t('compose.testSend')}
      busyLabel={t('action.sending')}
      onCancel={onClose}
      {...(mode === 'TEST' ? { look: { color: 'rust', badge: <TestTag /> } } : {})}
    >
      <TextInput
        data-autofocus
        type="tel"
        autoComplete="tel"
        label={t('compose.testNumber')}
        {...form.getInputProps('number')}
      />
      {example ? (
        <div>
          {t('compose.testReads', { name: example.name || 'none' })}
          <Flex>
            <Passage>{example.body}</Passage>
          </Flex>
        </div>
      ) : (
        <Skeleton height={80} />
      )}
    </DialogForm>
  );
}
