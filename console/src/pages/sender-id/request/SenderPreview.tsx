// How recipients of each chosen country see the name once it is approved and before registers have it.
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { Box, Stack, Text } from '@mantine/core';
import { countryName } from '../../../countryName.ts';
import { shownLanguage } from '../../../text/language.ts';
import { useText } from '../../../text/useText.ts';
import { Card, CardTitle } from '../../../ui/Card.tsx';
import type { RequestValues } from './draft.ts';
import type { Rules } from './form.ts';

/** Names as a list in the language on screen, or between commas if the browser does not know its "and". */
export function listed(names: readonly string[]): string {
  const { language } = shownLanguage();
  const isKnown = Intl.ListFormat.supportedLocalesOf(language).length > 0;
  return isKnown ? new Intl.ListFormat(language).format(names) : names.join(', ');
}

type Props = { rules: Rules; values: Pick<RequestValues, 'sender_id' | 'countries'> };

export function SenderPreview({ rules, values: { sender_id: typed, countries } }: Props) {
  const t = useText();
  const name = typed.trim() || t('field.senderId');
  const { registers, without_names: without } = rules;
  const seenIn = (country: string) => {
    const register = registers.find((one) => one.country === country);
    if (!register) return name;
    if (!register.blocks) return UNVERIFIED_SENDER;
    const networks = listed(register.networks.map((network) => network.name));
    return networks === '' ? null : t('sender.refusedAt', { networks });
  };
  const rows = countries.map((country) => [countryName(country), country, seenIn(country)] as const);
  const example = without.includes('US') ? 'US' : without[0];
  return (
    <Card>
      <CardTitle mb={4}>{t('sender.seenTitle')}</CardTitle>
      <Text c="dimmed" fz={13} mb={16}>
        {t('sender.seenWhen')}
      </Text>
      <Stack component="dl">
        {[...rows, [t('sender.elsewhere'), null, name] as const].map(([label, country, shown]) => {
          const register = registers.find((one) => one.country === country);
          const isRefused = register?.blocks === true;
          return (
            <div key={label}>
              <Text component="dt" c="dimmed" fz={13} mb={4}>
                {label}
              </Text>
              <Box
                component="dd"
                p="12px 16px"
                bg={isRefused ? 'var(--warning-soft)' : 'var(--subtle)'}
                bdrs={8}
                style={{ overflowWrap: 'anywhere' }}
              >
                {isRefused ? (
                  (shown ?? t('sender.blocked', { country: label }))
                ) : (
                  <>
                    <Text fw={600}>{shown}</Text>
                    {t('sender.seenSample')}
                  </>
                )}
              </Box>
            </div>
          );
        })}
      </Stack>
      {example ? (
        <Text c="dimmed" fz={13} mt={16}>
          {t('sender.withoutNames', { country: countryName(example) })}
        </Text>
      ) : null}
    </Card>
  );
}
