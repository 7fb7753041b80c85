// A note for recipients who see "Unverified", or get nothing, because their country or their mobile network
// has not registered the sender id.
import { homeDialCode } from '@godwit/contract/numbers/dialCodes';
import type { ProjectSender } from '@godwit/contract/projects';
import { EVERY_NETWORK, networkOf } from '@godwit/contract/rules/mobileNetworks';
import { shownSender } from '@godwit/contract/senders';
import type { Senders } from '../../components/message/SenderField.tsx';
import { useReadableNumber } from '../../phone.ts';
import { placeName } from '../../placeName.ts';
import { useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { substituteAt } from '../sender-id/senders.ts';
import type { Entry } from './numbers.ts';

type Props = Pick<Senders, 'registers' | 'all'> & {
  sender: Senders['chosen'];
  entries: readonly Entry[];
};

export function RegistrationNote({ sender, all, registers, entries }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const isIn = (number: string, { country, network }: ProjectSender['registrations'][number]) => {
    const { networks = [] } = registers.find((register) => register.country === country) ?? {};
    const isInCountry = number.startsWith(`+${homeDialCode(country)}`);
    return isInCountry && (network === EVERY_NETWORK || networkOf(networks, number) === network);
  };
  return (sender?.registrations ?? []).map((registration) => {
    const { id } = sender!;
    const name = shownSender(id, registration.state, registration.otherwise);
    if (name === id || !entries.some(({ key }) => isIn(key, registration))) return null;
    const place = { sender: id, country: placeName(registration) };
    const substitute = name === null ? substituteAt(sender!, registration, all ?? []) : null;
    if (substitute !== null)
      return (
        <NoteBox key={place.country} tone="info">
          {t('sender.warnSubstitute', { ...place, name: readable(substitute) })}
        </NoteBox>
      );
    return (
      <NoteBox key={place.country} tone="warning">
        {name === null ? t('sender.warnBlocked', place) : t('sender.warn', { ...place, name })}
      </NoteBox>
    );
  });
}
