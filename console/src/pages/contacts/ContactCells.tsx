// What a contact shows of itself: its number with the mark of who has opted out, names, groups.
import type { Contact } from '@godwit/contract/contacts';
import { IconBellOff } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import classes from './ContactCells.module.css';

export function NumberOf({ contact, readable }: { contact: Contact; readable: (number: string) => string }) {
  const t = useText();
  return (
    <span className={classes.number}>
      {readable(contact.number)}
      {contact.opted_out ? (
        <span title={t('contacts.optedOutHint')}>
          <Pill tone="warning" icon={IconBellOff}>
            {t('contacts.optedOut')}
          </Pill>
        </span>
      ) : null}
    </span>
  );
}

/** One line; what does not fit is cut, and shown whole to the pointer. */
export function Name({ children }: { children: string }) {
  return (
    <span className={classes.name} title={children}>
      {children}
    </span>
  );
}

// Two fit beside each other; the others are counted.
const TAGS = 2;

export function GroupTags({ groups }: { groups: Contact['groups'] }) {
  const t = useText();
  const others = groups.slice(TAGS).map(({ name }) => name);
  return (
    <span className={classes.tags}>
      {groups.slice(0, TAGS).map(({ id, name }) => (
        <span key={id} className={classes.tag} title={name}>
          {name}
        </span>
      ))}
      {others.length > 0 ? (
        <span className={classes.more} title={others.join(', ')}>
          {t('contacts.moreGroups', { count: others.length })}
        </span>
      ) : null}
    </span>
  );
}
