// The countries that a team is likely to send to, each with its price and whether it is allowed.
import { indexPrices, priceFor } from '@godwit/contract/payments/priceByPrefix';
import { Box, Checkbox, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { spendQuery } from '../../api/billing.ts';
import { pricesQuery } from '../../api/messages.ts';
import { formatPrice } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { type Country, type CountryGroup, extentOf, usualOf } from './countries.ts';
import classes from './GeoPermissionsPage.module.css';

type Props = {
  groups: readonly CountryGroup[];
  blocked: ReadonlySet<string>;
  onSet: (codes: readonly string[], block: boolean) => void;
};

export function UsualCountries({ groups, blocked, onSet }: Props) {
  const t = useText();
  const { region } = useTeam();
  const used = useQuery(spendQuery(new Date().toISOString().slice(0, 7))).data?.countries ?? [];
  const { data: prices } = useQuery(pricesQuery);
  const index = prices && indexPrices(prices);
  const countries = usualOf(groups, [...used.flatMap((country) => country.countries), region.id]);
  return (
    <Box component="section" className="ruled" py={16}>
      <Title order={3} size="h4" lts={0} px={{ base: 16, xs: 24 }} mb={4}>
        {t('geo.usual')}
      </Title>
      <ul className={classes.countries} aria-label={t('geo.usual')}>
        {countries.map((country) => {
          const price = index && priceFor(country.codes[0] ?? '', index);
          return (
            <li key={country.iso2}>
              <CountryCheckbox country={country} groups={groups} blocked={blocked} onSet={onSet}>
                {price ? formatPrice(price.price, region.currency_symbol) : null}
              </CountryCheckbox>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}

/** Ticked if the country is allowed. */
export function CountryCheckbox({
  country,
  groups,
  blocked,
  onSet,
  children,
}: Props & { country: Country; children?: string | null }) {
  const t = useText();
  const extent = extentOf(country.codes, blocked);
  const others = groups
    .flatMap(({ countries }) => countries)
    .filter(({ iso2, codes }) => iso2 !== country.iso2 && codes.some((code) => country.codes.includes(code)));
  const notes = [
    others.length > 0 ? t('geo.sharedWith', { names: others.map(({ name }) => name).join(', ') }) : null,
    children,
  ].filter(Boolean);
  return (
    <Checkbox
      checked={extent === 'none'}
      indeterminate={extent === 'some'}
      onChange={(event) => onSet(country.codes, !event.currentTarget.checked)}
      label={
        <>
          {country.name}{' '}
          <Text span c="dimmed">
            {country.codes.map((code) => `+${code}`).join(', ')}
          </Text>
        </>
      }
      {...(notes.length > 0 ? { description: notes.join(' · ') } : {})}
    />
  );
}
