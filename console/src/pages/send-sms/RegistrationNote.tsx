// Warns that recipients see another name if the sender id is not registered in their country.
import type { ProjectSender } from '@godwit/contract/projects';
import { REGISTRATION_DIAL_CODES, shownSender } from '@godwit/contract/senders';
import { useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import type { Entry } from './numbers.ts';

type Props = { sender: Pick<ProjectSender, 'id' | 'registrations'> | null; entries: readonly Entry[] };

export function RegistrationNote({ sender, entries }: Props) {
  const t = useText();
  const affected = (sender?.registrations ?? []).filter(
    ({ country, state }) =>
      state !== 'REGISTERED' &&
      entries.some(({ key }) => key.startsWith(`+${REGISTRATION_DIAL_CODES[country]}`)),
  );
  return affected.map(({ country, state }) => (
    <NoteBox key={country} tone="warning">
      {t(`sender.warn.${country}`, { sender: sender!.id, name: shownSender(sender!.id, state) })}
    </NoteBox>
  ));
}
