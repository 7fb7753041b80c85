// Says what recipients will see instead of a sender id that their country's register does not have.
import type { ProjectSender } from '@godwit/contract/projects';
import { REGISTRATION_DIAL_CODES, shownSender } from '@godwit/contract/senders';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import type { Entry } from './numbers.ts';
import classes from './RegistrationNote.module.css';

type Props = { sender: Pick<ProjectSender, 'id' | 'registrations'> | undefined; entries: readonly Entry[] };

export function RegistrationNote({ sender, entries }: Props) {
  const t = useText();
  const affected = (sender?.registrations ?? []).filter(
    ({ country, state }) =>
      state !== 'REGISTERED' &&
      entries.some(({ key }) => key.startsWith(`+${REGISTRATION_DIAL_CODES[country]}`)),
  );
  return affected.map(({ country, state }) => (
    <p key={country} className={classes.note} role="status">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      {t(`sender.warn.${country}`, { sender: sender!.id, name: shownSender(sender!.id, state) })}
    </p>
  ));
}
