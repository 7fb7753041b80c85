// A note for recipients who see "Unverified", or get nothing, because their country has not registered the
// sender id.
import { homeDialCode } from '@godwit/contract/numbers/dialCodes';
import type { ProjectSender } from '@godwit/contract/projects';
import { shownSender } from '@godwit/contract/senders';
import { countryName } from '../../countryName.ts';
import { useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import type { Entry } from './numbers.ts';

type Props = { sender: Pick<ProjectSender, 'id' | 'registrations'> | null; entries: readonly Entry[] };

export function RegistrationNote({ sender, entries }: Props) {
  const t = useText();
  const affected = (sender?.registrations ?? []).filter(
    ({ country, state }) =>
      state !== 'REGISTERED' && entries.some(({ key }) => key.startsWith(`+${homeDialCode(country)}`)),
  );
  return affected.map(({ country, state, blocks }) => (
    <NoteBox key={country} tone="warning">
      {t(blocks ? 'sender.warnBlocked' : 'sender.warn', {
        ...{ sender: sender!.id, country: countryName(country) },
        name: shownSender(sender!.id, state),
      })}
    </NoteBox>
  ));
}
