// How a change of rules differs from those in force: in words by country, and the values with their origins.
import type { RuleDifferenceAnswer } from '@godwit/contract/staff/rules';
import { Stack, Text } from '@mantine/core';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { ruleCountries, ruleCountry } from './places.ts';

type Effect = RuleDifferenceAnswer['effects'][number];
const LIST = { gap: 8, my: 8, style: { overflowWrap: 'anywhere' } } as const;

export function Difference({ difference }: { difference: RuleDifferenceAnswer }) {
  const t = useText();
  const { effects, values, is_cut: isCut } = difference;
  return (
    <>
      {effects.length === 0 ? (
        <Text mt={8}>{t('staff.rules.noEffects')}</Text>
      ) : (
        <Effects effects={effects} />
      )}
      {isCut ? <Text c="var(--danger)">{t('staff.rules.cut')}</Text> : null}
      {values.length === 0 ? null : (
        <details>
          <summary>{t('staff.rules.values')}</summary>
          <Stack component="ul" {...LIST}>
            {values.map((one) => (
              <li key={JSON.stringify(one)}>
                {t(`staff.rules.value.${one.kind}`, { ...one, country: ruleCountry(t, one.country) })}
                <Text fz={13} c="dimmed">
                  {one.origin}
                </Text>
              </li>
            ))}
          </Stack>
        </details>
      )}
    </>
  );
}

function Effects({ effects }: { effects: Effect[] }) {
  const t = useText();
  const groups = Map.groupBy(effects, ({ countries, is_list }) => ruleCountries(t, countries, is_list));
  return (
    <Stack component="ul" {...LIST}>
      {[...groups].map(([country, those]) => (
        <li key={country}>
          <Text component="strong" fw={600}>
            {country}
          </Text>
          {those.map((effect) => (
            <EffectLine key={JSON.stringify(effect)} effect={effect} />
          ))}
        </li>
      ))}
    </Stack>
  );
}

const NONE = 'none';

/** The words for a list that gets or loses words, or for a rule that gets another value. */
function formOf({ is_list: isList, before, after }: Effect) {
  if (!isList) return 'effect';
  if (before === NONE) return 'added';
  return after === NONE ? 'removed' : 'both';
}

function EffectLine({ effect }: { effect: Effect }) {
  const t = useText();
  const { rule, before, after, from, until } = effect;
  const when = [
    from && t('staff.rules.from', { from: formatInstant(from) }),
    until && t('staff.rules.until', { until: formatInstant(until) }),
  ].filter(Boolean);
  return (
    <div>
      {t(`staff.rules.${formOf(effect)}`, { rule, before, after })}
      {when.length === 0 ? null : (
        <Text span c="dimmed">
          {` (${when.join(', ')})`}
        </Text>
      )}
    </div>
  );
}
