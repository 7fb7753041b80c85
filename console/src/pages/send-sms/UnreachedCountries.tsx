// Countries whose carriers take no sender id, with how many of the numbers on Send SMS are there. A bundle of
// its own, with the names of all countries, as most messages need none.
import { countryName } from '../../countryName.ts';
import { useText } from '../../text/useText.ts';
import type { Entry } from './numbers.ts';

type Props = { entries: Entry[]; sender: string | null };

export function UnreachedCountries({ entries, sender }: Props) {
  const t = useText();
  return [...Map.groupBy(entries, ({ country }) => country)].map(([country, some]) => (
    <span key={country}>
      {t('send.unreachable', {
        country: countryName(country),
        sender: sender ?? t('send.anySender'),
        count: some.length,
        number: some[0]?.shown ?? '',
      })}
    </span>
  ));
}
