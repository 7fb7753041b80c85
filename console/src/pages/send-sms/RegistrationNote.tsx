// Notes for recipients who see "Unverified" or a substitute, or get nothing, because their country or their
// mobile network has not registered the sender id.
import type { Mode } from '@godwit/contract/messages/statuses';
import { homeDialCode } from '@godwit/contract/numbers/dialCodes';
import type { ProjectSender } from '@godwit/contract/projects';
import { EVERY_NETWORK, networkOf } from '@godwit/contract/rules/mobileNetworks';
import { shownSender } from '@godwit/contract/senders';
import type { Senders } from '../../components/message/SenderField.tsx';
import { ShownInstead } from '../../components/message/ShownInstead.tsx';
import { placeName } from '../../placeName.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { substituteAt } from '../sender-id/senders.ts';
import type { Entry } from './numbers.ts';

type Props = Pick<Senders, 'registers' | 'all'> & {
  sender: Senders['chosen'];
  mode: Mode;
  entries: readonly Entry[];
};

export function RegistrationNote({ sender, mode, all, registers, entries }: Props) {
  const isIn = (number: string, { country, network }: ProjectSender['registrations'][number]) => {
    const { networks = [] } = registers.find((register) => register.country === country) ?? {};
    const isInCountry = number.startsWith(`+${homeDialCode(country)}`);
    return isInCountry && (network === EVERY_NETWORK || networkOf(networks, number) === network);
  };
  return (sender?.registrations ?? []).map((registration) => {
    const { id } = sender!;
    const name = shownSender(id, registration.state, registration.otherwise);
    const count = entries.filter(({ key }) => isIn(key, registration)).length;
    if (name === id || count === 0) return null;
    const substitute = name === null ? substituteAt(sender!, registration, all ?? []) : null;
    const place = placeName(registration);
    const isRehearsed = mode === 'TEST' || substitute !== null;
    return (
      <NoteBox key={place} tone={isRehearsed ? 'info' : 'warning'}>
        <ShownInstead
          {...{ sender: id, mode, place, count }}
          name={name ?? substitute}
          isSubstitute={substitute !== null}
        />
      </NoteBox>
    );
  });
}
