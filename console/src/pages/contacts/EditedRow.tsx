// A contact being edited: a row of the table with fields in its cells, or on narrow screens a small form.
import type { Contact, Group } from '@godwit/contract/contacts';
import { useId } from 'react';
import { useReadableNumber } from '../../phone.ts';
import { focusFirst, GroupsField, SaveButtons, TextField } from './ContactFields.tsx';
import { cancelOnEscape } from './cancelOnEscape.ts';
import classes from './EditedRow.module.css';
import { nameOf } from './names.ts';
import { useContactForm } from './useContactForm.ts';

type Props = {
  /** As it was when editing began. */
  contact: Contact;
  groups: Group[];
  /** Saved or left. */
  onEnd: () => void;
};

export function EditedRow({ contact, groups, onEnd }: Props) {
  const formId = useId();
  const edit = useContactForm(contact, onEnd);
  const name = nameOf(contact, useReadableNumber());
  const field = { form: edit.form, formId };
  return (
    <tr ref={focusFirst} className={classes.row} onKeyDown={cancelOnEscape(onEnd)}>
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
        <GroupsField contact={contact} groups={groups} form={edit.form} />
      </td>
      <td>
        <SaveButtons name={name} formId={formId} edit={edit} onCancel={onEnd} />
      </td>
    </tr>
  );
}

export function EditedBlock({ contact, groups, onEnd }: Props) {
  const formId = useId();
  const edit = useContactForm(contact, onEnd);
  const name = nameOf(contact, useReadableNumber());
  const field = { form: edit.form, formId, labelled: true };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears Escape from the fields inside
    <div ref={focusFirst} className={classes.block} onKeyDown={cancelOnEscape(onEnd)}>
      <TextField name="number" {...field} />
      <div className={classes.pair}>
        <TextField name="first_name" {...field} />
        <TextField name="last_name" {...field} />
      </div>
      <GroupsField contact={contact} groups={groups} form={edit.form} labelled />
      <SaveButtons name={name} formId={formId} edit={edit} onCancel={onEnd} />
    </div>
  );
}
