// The consents of a person to advertising, newest first.
import type { Consent } from '@godwit/contract/consents';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { consentsQuery } from '../../api/contacts.ts';
import { formatDay } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Fact } from '../../ui/Facts.tsx';
import { Known } from './Known.tsx';

/** The records shown; the API has all of them. */
const SHOWN = 5;

/** The newest records of a number, and how many more there are. */
export function Consents({ number, mode }: { number: string; mode: Mode }) {
  const t = useText();
  const found = useQuery(consentsQuery({ number, mode }));
  const consents = found.data?.consents ?? [];
  const earlier = consents.length - SHOWN;
  return (
    <Fact name={t('person.consents')} whole>
      <Known query={found}>
        {consents.length === 0 ? (
          t('person.noConsents')
        ) : (
          <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
            {consents.slice(0, SHOWN).map((one) => (
              <Record key={`${one.at} ${one.kind}`} consent={one} />
            ))}
            {earlier > 0 ? (
              <Text span c="dimmed">
                {t('person.earlierConsents', { count: earlier })}
              </Text>
            ) : null}
          </Stack>
        )}
      </Known>
    </Fact>
  );
}

function Record({ consent: { kind, at, source, wording, proof, expires_at } }: { consent: Consent }) {
  const t = useText();
  const details = [
    ...(wording ? [t('person.wording', { wording })] : []),
    ...(proof ? [t('person.proof', { proof })] : []),
  ];
  return (
    <Box>
      {t('person.consent', {
        kind: t(`person.${kind}`),
        day: formatDay(at),
        source,
        ends: expires_at ? 'yes' : 'no',
        end: expires_at ? formatDay(expires_at) : '',
      })}
      {details.length > 0 ? (
        <Text span display="block" c="dimmed" fz={13}>
          {details.join(' ')}
        </Text>
      ) : null}
    </Box>
  );
}
