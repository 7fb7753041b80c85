// The sender that recipients of each chosen country see once the name is approved: before its register or its
// networks hold the name, and after.
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

type Props = { rules: Rules; values: Pick<RequestValues, 'sender_id' | 'countries' | 'owner_scheme'> };

export function SenderPreview({
  rules,
  values: { sender_id: typed, countries, owner_scheme: scheme },
}: Props) {
  const t = useText();
  const name = typed.trim() || t('field.senderId');
  const { registers, without_names: without } = rules;
  const example = without.includes('US') ? 'US' : without[0];
  const seenIn = (country: string) => {
    const register = registers.find((one) => one.country === country);
    if (!register) return <Seen name={name} />;
    const networks = listed(register.networks.map((network) => network.name));
    const refused =
      networks === ''
        ? t('sender.blocked', { country: countryName(country) })
        : t('sender.refusedAt', { networks });
    const needs = country === 'AU' && scheme !== 'ABN' ? 'abn' : 'none';
    return (
      <>
        <Seen
          when={t('sender.seenBefore')}
          {...(register.blocks ? { refused } : { name: UNVERIFIED_SENDER })}
        />
        <Seen when={t('sender.seenAfter', { needs })} name={name} />
      </>
    );
  };
  return (
    <Card>
      <CardTitle mb={4}>{t('sender.seenTitle')}</CardTitle>
      <Text c="dimmed" fz={13} mb={16}>
        {t('sender.seenWhen')}
      </Text>
      <Stack component="dl">
        {countries.map((country) => (
          <div key={country}>
            <Text component="dt" fw={500} mb={8}>
              {countryName(country)}
            </Text>
            {seenIn(country)}
          </div>
        ))}
        <div>
          <Text component="dt" fw={500} mb={8}>
            {t('sender.elsewhere')}
          </Text>
          <Seen name={name} />
        </div>
      </Stack>
      {example ? (
        <Text c="dimmed" fz={13} mt={16}>
          {t('sender.withoutNames', { country: countryName(example) })}
        </Text>
      ) : null}
    </Card>
  );
}

/** The sender of a message, or that it is refused. `when`: until or from when on. */
function Seen({ when, name, refused }: { when?: string; name?: string; refused?: string }) {
  const t = useText();
  return (
    <Box component="dd" mt={when ? 8 : 0}>
      {when ? (
        <Text c="dimmed" fz={13} mb={4}>
          {when}
        </Text>
      ) : null}
      <Box
        p="12px 16px"
        bg={refused ? 'var(--warning-soft)' : 'var(--subtle)'}
        bdrs={8}
        style={{ overflowWrap: 'anywhere' }}
      >
        {refused ?? (
          <>
            <Text fw={600}>{name}</Text>
            {t('sender.seenSample')}
          </>
        )}
      </Box>
    </Box>
  );
}
