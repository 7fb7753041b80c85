// The steps after a request for a sender id, each with the side that has to act.
import { Text } from '@mantine/core';
import { countryName } from '../../../countryName.ts';
import { useText } from '../../../text/useText.ts';
import type { Rules } from './form.ts';
import classes from './request.module.css';
import { listed } from './SenderPreview.tsx';

type Props = {
  /** The countries of the request. */
  countries: readonly string[];
  /** The kind of the owner's number; empty if it has none. */
  scheme: string;
  rules: Rules;
  /** Staff have taken longer than they promise. */
  isLate?: boolean;
};

export function NextSteps({ countries, scheme, rules, isLate = false }: Props) {
  const t = useText();
  const registers = rules.registers.filter(({ country }) => countries.includes(country));
  return (
    <section aria-labelledby="next-steps">
      <Text id="next-steps" fw={600} mb={8}>
        {t('sender.nextTitle')}
      </Text>
      <ol className={classes.next}>
        <li>{t(isLate ? 'sender.nextStaffLate' : 'sender.nextStaff')}</li>
        {registers.map(({ country, networks }) => {
          const place = { country: countryName(country) };
          const lacksAbn = country === 'AU' && scheme !== 'ABN';
          return (
            <li key={country}>
              {lacksAbn ? t('sender.nextAbn', place) : null}
              {!lacksAbn && networks.length === 0 ? t('sender.nextRegister', place) : null}
              {networks.length > 0
                ? t('sender.nextNetworks', { ...place, networks: listed(networks.map(({ name }) => name)) })
                : null}
            </li>
          );
        })}
      </ol>
      <Text c="dimmed" fz={13} mt={8}>
        {t('sender.meanwhile')}
      </Text>
    </section>
  );
}
