// The rules in force by country, each with its origin, and what is not certain.
import type { RuleInForce } from '@godwit/contract/staff/rules';
import { Stack, Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { Section } from '../../ui/Section.tsx';
import { Quiet } from '../shell/Quiet.tsx';
import { ruleCountry } from './places.ts';

export function InForce({ values }: { values: RuleInForce[] }) {
  const t = useText();
  const groups = Map.groupBy(values, ({ country }) => country);
  const text = t('staff.rules.inForceText', {
    count: values.length,
    waits: values.filter(({ waits }) => waits).length,
    unverified: values.filter(({ unverified }) => unverified).length,
  });
  return (
    <Section title={t('staff.rules.inForce')} text={text}>
      <Stack gap={8} style={{ overflowWrap: 'anywhere' }}>
        {[...groups].map(([country, those]) => (
          <details key={country}>
            <summary>
              {ruleCountry(t, country)} <Text span c="dimmed">{`(${those.length})`}</Text>
            </summary>
            <Stack component="ul" gap={8} my={8}>
              {those.map((one) => (
                <li key={JSON.stringify(one)}>
                  <strong>{one.rule}</strong>: {one.value}
                  {one.unverified ? ` ${t('staff.rules.doubt')}` : null}
                  <Quiet>
                    {t(`staff.rules.source.${one.source}`)}
                    {' · '}
                    {one.origin}
                  </Quiet>
                </li>
              ))}
            </Stack>
          </details>
        ))}
      </Stack>
    </Section>
  );
}
