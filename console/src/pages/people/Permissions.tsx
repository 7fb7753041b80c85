// The permissions of a person: consents and opt-outs in one list, newest first.
import type { Consent } from '@godwit/contract/consents';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOut } from '@godwit/contract/optOuts';
import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { consentsQuery, openProof, optOutsQuery } from '../../api/contacts.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { formatDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { FIRST_PAGE, Known } from './Known.tsx';

// Loaded on demand, because most visits only read.
const RecordConsent = lazyPart(() => import('./RecordConsent.tsx'), 'RecordConsent');

/** A number may have very many records. */
const SHOWN = 10;

type Props = { number: string; mode: Mode };

/** The consents and opt-outs of a number, and the ways to change them. */
export function Permissions({ number, mode }: Props) {
  const t = useText();
  // Only phone numbers give consent; a sender such as a short code can opt out.
  const isPhone = number.startsWith('+');
  const consents = useQuery({ ...consentsQuery({ number, mode }), enabled: isPhone });
  const found = useQuery(optOutsQuery({ mode, q: number, ...FIRST_PAGE }));
  const stopped = found.data?.results.filter((one) => one.number === number) ?? [];
  const timeline = (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      {stopped.length === 0 ? t('person.noOptOuts') : null}
      <Timeline consents={consents.data?.consents ?? []} optOuts={stopped} />
      <Group gap="4px 16px">
        {isPhone ? <RecordLink number={number} mode={mode} /> : null}
        {isPhone && consents.data?.consents.length ? <ProofLink number={number} mode={mode} /> : null}
        <Anchor component={Link} to={`${paths.optOuts}?${new URLSearchParams({ q: number })}`}>
          {t('nav.optOuts')}
        </Anchor>
      </Group>
    </Stack>
  );
  return <Known query={found}>{isPhone ? <Known query={consents}>{timeline}</Known> : timeline}</Known>;
}

function Timeline({ consents, optOuts }: { consents: Consent[]; optOuts: OptOut[] }) {
  const t = useText();
  const [most, setMost] = useState(SHOWN);
  const entries = [
    ...consents.map((one) => ({ at: one.at, key: one.kind, line: <Statement consent={one} /> })),
    ...optOuts.map((one) => ({ at: one.created_at, key: one.scope, line: <Stopped optOut={one} /> })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <>
      {entries.slice(0, most).map(({ at, key, line }) => (
        <Box key={`${at} ${key}`}>{line}</Box>
      ))}
      {entries.length > most ? (
        <Anchor component="button" type="button" ta="left" onClick={() => setMost(most + SHOWN)}>
          {t('conversations.showMore')}
        </Anchor>
      ) : null}
    </>
  );
}

function Stopped({ optOut: { scope, source, created_at } }: { optOut: OptOut }) {
  const t = useText();
  return t('person.optOut', {
    scope: t(`optOuts.${scope}`),
    day: formatDay(created_at),
    source: t(`optOuts.${source}`),
  });
}

function Statement({ consent: { kind, at, source, wording, proof, expires_at } }: { consent: Consent }) {
  const t = useText();
  const details = [wording, proof].filter(Boolean);
  const days = [at, expires_at].filter((one) => one !== null).map(formatDay);
  return (
    <>
      {t('person.consent', { kind: t(`person.${kind}`), day: days.join(' – '), source })}
      {details.length > 0 ? (
        <Text span display="block" c="dimmed" fz={13}>
          {details.join(' · ')}
        </Text>
      ) : null}
    </>
  );
}

/** Saves the consents and opt-outs as files, for a complaint. */
function ProofLink(props: Props) {
  const t = useText();
  const download = useDownload();
  const source = { file: 'consent.zip', open: (signal: AbortSignal) => openProof(props, signal) };
  return (
    <>
      <Anchor component="button" type="button" onClick={() => download.start(source)}>
        {t('person.proof')}
      </Anchor>
      <DownloadLine download={download} />
    </>
  );
}

/** Opens the dialog, for members who may change contacts. */
function RecordLink(props: Props) {
  const t = useText();
  const mayChange = useMay('contacts');
  const [opened, setOpened] = useState<boolean>();
  if (!mayChange) return null;
  return (
    <>
      <Anchor component="button" type="button" onClick={() => setOpened(true)}>
        {t('person.record')}
      </Anchor>
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <RecordConsent {...props} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
