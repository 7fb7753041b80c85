// The consents of a person to advertising, newest first.
import type { Consent } from '@godwit/contract/consents';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Anchor, Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consentsQuery } from '../../api/contacts.ts';
import { formatDay } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Fact } from '../../ui/Facts.tsx';
import { Known } from './Known.tsx';

/** A number may have very many records. */
const SHOWN = 10;

/** The records of a number. */
export function Consents({ number, mode }: { number: string; mode: Mode }) {
  const t = useText();
  const found = useQuery(consentsQuery({ number, mode }));
  const consents = found.data?.consents ?? [];
  const [most, setMost] = useState(SHOWN);
  return (
    <Fact name={t('person.consents')} whole>
      <Known query={found}>
        {consents.length === 0 ? (
          t('field.none')
        ) : (
          <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
            {consents.slice(0, most).map((one) => (
              <Record key={`${one.at} ${one.kind}`} consent={one} />
            ))}
            {consents.length > most ? (
              <Anchor component="button" type="button" ta="left" onClick={() => setMost(most + SHOWN)}>
                {t('conversations.showMore')}
              </Anchor>
            ) : null}
          </Stack>
        )}
      </Known>
    </Fact>
  );
}

function Record({ consent: { kind, at, source, wording, proof, expires_at } }: { consent: Consent }) {
  const t = useText();
  const details = [wording, proof].filter(Boolean);
  const days = [at, expires_at].filter((one) => one !== null).map(formatDay);
  return (
    <Box>
      {t('person.consent', { kind: t(`person.${kind}`), day: days.join(' – '), source })}
      {details.length > 0 ? (
        <Text span display="block" c="dimmed" fz={13}>
          {details.join(' · ')}
        </Text>
      ) : null}
    </Box>
  );
}
