// Registrations of sender ids, at `/staff/sender-ids/registers`, by who acts next.
import { REGISTRATION_TURNS } from '@godwit/contract/senders';
import { packFileName, type RegistrationRow } from '@godwit/contract/staff/registrations';
import { Button, Group, Select, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { DownloadLine, DownloadMenu, useDownload } from '../../components/list/Download.tsx';
import { Filters, List } from '../../components/list/List.tsx';
import { oneOf, parseSearch, useAddress } from '../../components/list/useAddress.ts';
import { REGISTRATION_PILLS } from '../../components/registrationPills.ts';
import { countryName } from '../../countryName.ts';
import { formatLastDay } from '../../format.ts';
import { placeName } from '../../placeName.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Pill } from '../../ui/Pill.tsx';
import {
  openPack,
  openRegistrations,
  packsQuery,
  type RegistrationFilter,
  registrationsQuery,
} from '../api/registrations.ts';
import { staffPaths } from '../paths.ts';
import { staffRegistrations } from '../registrationsText.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { Search, StackLead, StaffPage, useHere } from '../shell/StaffPage.tsx';

// Its form and file area load with the dialog.
const StatesDialog = lazyPart(() => import('./StatesDialog.tsx'), 'StatesDialog');

const CHOICES = [...REGISTRATION_TURNS, 'ALL'] as const;

const parse = (params: URLSearchParams): RegistrationFilter => {
  const { q, page } = parseSearch(params);
  return { turn: oneOf(CHOICES, params.get('turn')) ?? 'US', q, page };
};

function RegistrationsPage() {
  const t = useText();
  const here = useHere();
  const { state, change } = useAddress(parse);
  const found = useQuery(registrationsQuery(state));
  const download = useDownload();
  // Null until the dialog has been opened once.
  const [isUploading, setUploading] = useState<boolean | null>(null);
  const waiting = useQuery(packsQuery);
  const list = {
    label: t('staff.registrations.listCsv'),
    source: {
      file: 'registrations.csv',
      open: (signal: AbortSignal) => openRegistrations(state, signal),
    },
  };
  const packs = (waiting.data?.results ?? []).map((pack) => ({
    label: t('staff.registrations.packCsv', {
      via: pack.via ?? t('staff.registrations.packRegister'),
      country: countryName(pack.country),
      names: pack.names,
    }),
    source: {
      file: packFileName(pack.country, pack.via ?? ''),
      open: (signal: AbortSignal) => openPack(pack, signal),
    },
  }));
  return (
    <StaffPage
      title={t('staff.registrations.title')}
      actions={
        <>
          <DownloadMenu download={download} formats={[list, ...packs]} />
          <Button variant="outline" onClick={() => setUploading(true)}>
            {t('staff.states.upload')}
          </Button>
        </>
      }
    >
      <DownloadLine download={download} />
      <Suspense fallback={null}>
        {isUploading === null ? null : (
          <StatesDialog opened={isUploading} onClose={() => setUploading(false)} />
        )}
      </Suspense>
      <Filters>
        <Select
          aria-label={t('staff.registrations.turn')}
          data={CHOICES.map((turn) => ({ value: turn, label: t(`staff.registrations.turn.${turn}`) }))}
          value={state.turn}
          allowDeselect={false}
          onChange={(value) => change({ turn: oneOf(CHOICES, value) ?? 'US' })}
        />
        <Search hint={t('staff.registrations.search')} state={state} change={change} />
        <Text c="dimmed" fz={13}>
          {t('staff.registrations.order')}
        </Text>
      </Filters>
      <List<RegistrationRow>
        label={t('staff.registrations.title')}
        found={found}
        paging={{ state, change }}
        rowKey={({ id }) => id}
        link={({ id }) => ({ to: staffPaths.registration(id), state: here })}
        stacked={(row) => <Row row={row} />}
        empty={t(state.q ? 'staff.registrations.noMatch' : 'staff.registrations.empty')}
      />
    </StaffPage>
  );
}

export default withTexts(RegistrationsPage, staffRegistrations);

function Row({ row }: { row: RegistrationRow }) {
  const t = useText();
  const { sender_id: sender, team, project, state, expires_at: end, proposed } = row;
  const isOver = state === 'EXPIRED';
  const lasts = end && (state === 'REGISTERED' || isOver);
  return (
    <>
      <StackLead
        end={
          lasts ? (
            <Text span fz={13} c={isOver ? 'var(--warning)' : 'dimmed'}>
              {t(isOver ? 'staff.registrations.ended' : 'staff.registrations.ends', {
                day: formatLastDay(end),
              })}
            </Text>
          ) : null
        }
      >
        {t('staff.registrations.name', { sender, country: placeName(row) })}
      </StackLead>
      <Group justify="space-between" gap="8px 16px">
        <Quiet>
          {team.name}, {project.name}
        </Quiet>
        <Group gap={8}>
          {proposed ? (
            <Pill tone="info" icon={IconUsers}>
              {t('staff.registrations.proposed')}
            </Pill>
          ) : null}
          <Pill {...REGISTRATION_PILLS[state]}>{t(`staff.registration.${state}`)}</Pill>
        </Group>
      </Group>
    </>
  );
}
