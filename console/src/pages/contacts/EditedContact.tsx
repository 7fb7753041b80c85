// A contact being edited where it stands: a row of the table with fields in its cells, or on narrow screens a
// small form.
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
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { readContactsAgain, saveContact } from '../../api/contacts.ts';
import { checkBy } from '../../components/form/errors.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { nameOf, useNumberSubmit } from './contact.ts';
import classes from './contacts.module.css';
import type { GroupsFieldProps } from './GroupsField.tsx';

// The table does not wait for what picks several groups.
const Groups = lazyPart(() => import('./GroupsField.tsx'), 'GroupsField');

const NONE: ReadonlyMap<string, Contact> = new Map();

/**
 * Which contacts are being edited. They stay on the page when the list is read again and has moved on without
 * them, so that nothing typed is lost.
 * @param page names the page that is shown; on another one no contact is edited
 */
export function useEditing(page: string) {
  const [held, setHeld] = useState({ page, edited: NONE });
  const returnTo = useRef<string | null>(null);
  const edited = held.page === page ? held.edited : NONE;
  const set = (change: (edited: Map<string, Contact>) => void) =>
    setHeld((before) => {
      const next = new Map(before.page === page ? before.edited : NONE);
      change(next);
      return { page, edited: next };
    });
  return {
    /** The rows of the page, with those before them that the list has left out. */
    withEdited: (rows: Contact[]) => {
      const ids = new Set(rows.map(({ id }) => id));
      return [...[...edited.values()].filter(({ id }) => !ids.has(id)), ...rows];
    },
    /** The contact as it was when editing began; undefined where it is not edited. */
    of: (id: string) => edited.get(id),
    start: (contact: Contact) => set((next) => next.set(contact.id, contact)),
    stop: (id: string) => {
      returnTo.current = id;
      set((next) => next.delete(id));
    },
    /** Id of the contact whose pencil gets the focus back. */
    returnTo,
  };
}

export type Editing = ReturnType<typeof useEditing>;

type Props = {
  /** As it was when editing began. */
  contact: Contact;
  groups: ContactGroup[];
  /** Saved or left. */
  onEnd: () => void;
};

/** Gives the first field the focus when the fields appear. */
function focusFirst(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('[data-first]')?.focus();
}

/** Escape leaves a row as it was, unless it closes a list of groups. */
export function cancelOnEscape(onCancel: () => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const isOpen = (event.target as HTMLElement).closest('[aria-expanded="true"]') !== null;
    if (event.key === 'Escape' && !isOpen) onCancel();
  };
}

export function EditedRow({ contact, groups, onEnd }: Props) {
  const formId = useId();
  const { form, sending } = useContactForm(contact, onEnd);
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
        <SaveButtons name={name} formId={formId} {...sending} onCancel={onEnd} />
      </td>
    </tr>
  );
}

export function EditedBlock({ contact, groups, onEnd }: Props) {
  const formId = useId();
  const { form, sending } = useContactForm(contact, onEnd);
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
      <SaveButtons name={name} formId={formId} {...sending} onCancel={onEnd} />
    </Stack>
  );
}

/**
 * The form of a contact: details, then groups.
 * @param onDone once it is saved and the list shows what changed
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
    validate: checkBy(updateContactRequest.omit({ groups: true })),
  });
  // The numbering plans may come after the row is opened; what was typed meanwhile stays.
  useEffect(() => {
    if (!form.isDirty('number')) form.setFieldValue('number', number);
  }, [form.isDirty, form.setFieldValue, number]);
  const sending = useNumberSubmit(form, country, async ({ groups, ...details }) => {
    // Whatever came of it, the list then shows what is true.
    await saveContact(contact.id, details, groups).finally(() => readContactsAgain(queries));
    toastSuccess(t('contacts.saved'));
    onDone();
  });
  return { form, sending };
}

const GroupsField = (props: GroupsFieldProps) => (
  <Suspense fallback={<Skeleton height={40} />}>
    <Groups {...props} />
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
  /** Id of the form element, where the field stands in another cell. */
  formId?: string;
  /** Whether the label is seen, or the table's head says it. */
  labelled?: boolean;
  flex?: string;
  'data-autofocus'?: boolean;
};

export function TextField({ name, form, formId, labelled = false, ...rest }: FieldProps) {
  const words = useText()(LABELS[name]);
  return (
    <TextInput
      {...(labelled ? { label: words } : { 'aria-label': words })}
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
  /** Of what is edited. */
  name: string;
  formId: string;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  onCancel: () => void;
};

/** Of what hears Escape in a row: it means the row then, and not a dialog around it. */
export const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** The tick and the cross, and the form they belong to. */
export function SaveButtons({ name, formId, submit, busy, onCancel }: SaveProps) {
  const t = useText();
  const save = t('contacts.saveRow', { name });
  const cancel = t('contacts.cancelRow', { name });
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <ActionIcon
          {...OWN_ESCAPE}
          type="submit"
          color="tide"
          aria-label={save}
          title={save}
          aria-disabled={busy || undefined}
        >
          {busy ? <Loader size={18} color="currentColor" /> : <IconCheck size={20} stroke={2} />}
        </ActionIcon>
        <ActionIcon {...OWN_ESCAPE} aria-label={cancel} title={cancel} onClick={onCancel}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </Group>
    </form>
  );
}
