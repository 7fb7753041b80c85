// A contact that is edited in the list: a table row with fields in its cells, or a form on narrow screens.
import {
  type Contact,
  type ContactFields,
  type ContactGroup,
  updateContactRequest,
} from '@godwit/contract/contacts';
import { ActionIcon, Group, Loader, Skeleton, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Suspense, useEffect, useId } from 'react';
import { refreshContacts, saveContact } from '../../api/contacts.ts';
import { validateBy } from '../../components/form/errors.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { nameOf, useNumberSubmit } from './contact.ts';
import classes from './contacts.module.css';
import { cancelOnEscape } from './editing.ts';
import type { GroupsFieldProps } from './GroupsField.tsx';

// The table appears before the multi-select has loaded.
const LazyGroupsField = lazyPart(() => import('./GroupsField.tsx'), 'GroupsField');

type Props = {
  /** The contact as it was before the edit. */
  contact: Contact;
  groups: ContactGroup[];
  /** Called when the edit is saved or cancelled. */
  onEnd: () => void;
};

/** Focuses the first field when the fields appear. */
function focusFirst(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>('[data-first]')?.focus();
}

export function EditedRow({ contact, groups, onEnd }: Props) {
  const formId = useId();
  const { form, submission } = useContactForm(contact, onEnd);
  const name = nameOf(contact, useReadableNumber());
  const field = { form, formId };
  return (
    <tr ref={focusFirst} className={classes.edited} onKeyDown={cancelOnEscape(onEnd)}>
      <td />
      <td>
        <TextField name="number" {...field} />
      </td>
      <td>
        <TextField name="first_name" {...field} />
      </td>
      <td>
        <TextField name="last_name" {...field} />
      </td>
      <td>
        <GroupsField contact={contact} groups={groups} form={form} />
      </td>
      <td>
        <SaveButtons name={name} formId={formId} {...submission} onCancel={onEnd} />
      </td>
    </tr>
  );
}

export function EditedBlock({ contact, groups, onEnd }: Props) {
  const formId = useId();
  const { form, submission } = useContactForm(contact, onEnd);
  const name = nameOf(contact, useReadableNumber());
  const field = { form, formId, labelled: true };
  return (
    <Stack ref={focusFirst} py={8} onKeyDown={cancelOnEscape(onEnd)}>
      <TextField name="number" {...field} />
      <Group align="flex-start">
        <TextField name="first_name" {...field} flex="1 1 200px" />
        <TextField name="last_name" {...field} flex="1 1 200px" />
      </Group>
      <GroupsField contact={contact} groups={groups} form={form} labelled />
      <SaveButtons name={name} formId={formId} {...submission} onCancel={onEnd} />
    </Stack>
  );
}

/**
 * Returns the form of a contact.
 * @param onDone called when the contact is saved and the list is refreshed
 */
function useContactForm(contact: Contact, onDone: () => void) {
  const t = useText();
  const queries = useQueryClient();
  const country = useTeam().region.id;
  const number = useReadableNumber()(contact.number);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      number,
      first_name: contact.first_name,
      last_name: contact.last_name,
      groups: contact.groups.map(({ id }) => id),
    },
    validate: validateBy(updateContactRequest.omit({ groups: true })),
  });
  // The numbering plans may load after the row opens. Do not overwrite a number that was edited before that.
  useEffect(() => {
    if (!form.isDirty('number')) form.setFieldValue('number', number);
  }, [form.isDirty, form.setFieldValue, number]);
  const submission = useNumberSubmit(form, country, async ({ groups, ...details }) => {
    // Refresh after a failure too, because the list may be out of date.
    await saveContact(contact.id, details, groups).finally(() => refreshContacts(queries));
    toastSuccess(t('contacts.saved'));
    onDone();
  });
  return { form, submission };
}

const GroupsField = (props: GroupsFieldProps) => (
  <Suspense fallback={<Skeleton height={40} />}>
    <LazyGroupsField {...props} />
  </Suspense>
);

const LABELS = {
  number: 'contacts.number',
  first_name: 'field.firstName',
  last_name: 'field.lastName',
} as const satisfies Record<string, TextId>;

type FieldProps = {
  name: keyof typeof LABELS;
  form: Pick<UseFormReturnType<ContactFields>, 'key' | 'getInputProps'>;
  /** Id of the form element if the field is in another table cell. */
  formId?: string;
  /** Whether to show the label. In the table, the column head replaces it. */
  labelled?: boolean;
  flex?: string;
  'data-autofocus'?: boolean;
};

export function TextField({ name, form, formId, labelled = false, ...rest }: FieldProps) {
  const label = useText()(LABELS[name]);
  return (
    <TextInput
      {...(labelled ? { label } : { 'aria-label': label })}
      {...(name === 'number' ? { type: 'tel', maxLength: 64, 'data-first': true } : { maxLength: 100 })}
      {...rest}
      {...(formId ? { form: formId } : {})}
      autoComplete="off"
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  );
}

type SaveProps = {
  /** The name of the edited contact or group. */
  name: string;
  formId: string;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  onCancel: () => void;
};

/** The save and cancel buttons, and the form that they belong to. */
export function SaveButtons({ name, formId, submit, busy, onCancel }: SaveProps) {
  const t = useText();
  const save = t('contacts.saveRow', { name });
  const cancel = t('contacts.cancelRow', { name });
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <ActionIcon
          type="submit"
          color="tide"
          aria-label={save}
          title={save}
          aria-disabled={busy || undefined}
        >
          {busy ? <Loader size={18} color="currentColor" /> : <IconCheck size={20} />}
        </ActionIcon>
        <ActionIcon aria-label={cancel} title={cancel} onClick={onCancel}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </Group>
    </form>
  );
}
