// Lists countries whose carriers accept no sender id, with their count of numbers. It is a separate bundle,
// because it contains all country names and few messages need it.
import { countryName } from '../../countryName.ts';
import { useText } from '../../text/useText.ts';
import type { Entry } from './numbers.ts';

type Props = { entries: Entry[]; sender: string | null };

export function UnreachedCountries({ entries, sender }: Props) {
  const t = useText();
  return [...Map.groupBy(entries, ({ country }) => country)].map(([country, unreachable]) => (
    <span key={country}>
      {t('send.unreachable', {
        country: countryName(country),
        sender: sender ?? t('send.anySender'),
        count: unreachable.length,
        number: unreachable[0]?.shown ?? '',
      })}
    </span>
  ));
}
