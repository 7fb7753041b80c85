// One registration of a sender id, at `/staff/sender-ids/registers/{id}`: its facts, what staff can do next,
// the proposal that a second person decides, other teams with the name, and what happened.
import { shownSender } from '@godwit/contract/senders';
import type { RegistrationCase } from '@godwit/contract/staff/registrations';
import { Anchor, Box, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { REGISTRATION_PILLS } from '../../components/registrationPills.ts';
import { formatInstant, formatLastDay } from '../../format.ts';
import { placeName } from '../../placeName.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { registrationQuery } from '../api/registrations.ts';
import { staffOwner } from '../ownerText.ts';
import { staffPaths } from '../paths.ts';
import { staffRegistrations } from '../registrationsText.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { FactGrid, type FactRow, StaffPage, useBack, useHere } from '../shell/StaffPage.tsx';
import { Moves } from './Moves.tsx';
import { ownerFacts } from './owner.tsx';
import { Proposal } from './Proposal.tsx';

function RegistrationPage() {
  const t = useText();
  const { id = '' } = useParams();
  const back = useBack(staffPaths.registrations);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(registrationQuery(id));
  const title = t('staff.registrations.title');
  if (!data) {
    const missing = { text: t('staff.registrations.missing'), back: title, to: staffPaths.registrations };
    return (
      <StaffPage title={title} back={back}>
        {error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} missing={missing} />
        ) : (
          <LoadingCard heights={[28, 160, 40]} />
        )}
      </StaffPage>
    );
  }
  const refresh = () => {
    for (const list of ['registrations', 'sender_ids', 'counts'])
      queries.invalidateQueries({ queryKey: ['staff', list] });
  };
  const show = (newer: RegistrationCase) => {
    queries.setQueryData(registrationQuery(id).queryKey, newer);
    refresh();
  };
  const parts = { registration: data, show, refresh };
  const country = placeName(data);
  return (
    <StaffPage
      title={t('staff.registrations.name', { sender: data.sender_id, country })}
      back={back}
      actions={<Pill {...REGISTRATION_PILLS[data.state]}>{t(`staff.registration.${data.state}`)}</Pill>}
    >
      <Stack gap={40}>
        <Card>
          <RegistrationFacts registration={data} />
          {data.state === 'DRAFT' && data.lacks === 'ABN' ? (
            <Box mt={24}>
              <NoteBox tone="info">{t('staff.registrations.lacks.ABN')}</NoteBox>
            </Box>
          ) : null}
          {data.own_team ? (
            <Text mt={24} c="dimmed">
              {t('staff.registrations.own')}
            </Text>
          ) : (
            <Moves {...parts} />
          )}
        </Card>
        {data.proposal ? <Proposal {...parts} proposal={data.proposal} /> : null}
        {data.same_name.length > 0 ? <SameName registration={data} /> : null}
        <Events events={data.events} />
      </Stack>
    </StaffPage>
  );
}

export default withTexts(RegistrationPage, { ...staffRegistrations, ...staffOwner });

type Props = { registration: RegistrationCase };

function RegistrationFacts({ registration }: Props) {
  const t = useText();
  const here = useHere();
  const { team, project, sender_id, state, turn, otherwise, reference, refusal } = registration;
  const { submitted_at, decided_at, valid_from, expires_at, owner, request_id: requestId } = registration;
  const none = t('field.none');
  const at = (instant: string | null) => (instant ? formatInstant(instant) : none);
  const openEnd = valid_from ? t('staff.registrations.noEnd') : none;
  const lookedUp = owner?.checked_at
    ? t('staff.registrations.byAt', { by: owner.checked_by ?? '', at: formatInstant(owner.checked_at) })
    : t('staff.registrations.unchecked');
  const request = requestId ? (
    <Anchor key="request" component={Link} to={staffPaths.senderCase(requestId)} state={here}>
      {t('staff.registrations.openRequest')}
    </Anchor>
  ) : null;
  const facts: FactRow[] = [
    [
      t('field.team'),
      <Anchor key="team" component={Link} to={staffPaths.team(team.id)} state={here}>
        {team.name}
      </Anchor>,
    ],
    [t('field.project'), project.name],
    [
      t('staff.registrations.seen', { country: placeName(registration) }),
      shownSender(sender_id, state, otherwise) ?? t('staff.registrations.nothing'),
    ],
    [t('staff.registrations.turn'), turn ? t(`staff.registrations.turn.${turn}`) : none],
    ...ownerFacts(t, owner),
    ...(owner ? [[t('staff.registrations.checked'), lookedUp] as FactRow] : []),
    ...(requestId ? [[t('staff.registrations.documents'), request] as FactRow] : []),
    [t('staff.registrations.reference'), reference ?? none],
    [t('staff.registrations.submitted'), at(submitted_at)],
    [t('staff.registrations.decided'), at(decided_at)],
    [t('staff.registrations.from'), at(valid_from)],
    [t('staff.registrations.until'), expires_at ? formatLastDay(expires_at) : openEnd],
    ...(refusal === null ? [] : [[t('staff.registrations.refusal'), refusal, 'whole'] as FactRow]),
  ];
  return <FactGrid facts={facts} />;
}

/** Other teams that have the name in any case. */
function SameName({ registration: { same_name: same } }: Props) {
  const t = useText();
  const here = useHere();
  return (
    <NoteBox tone="warning" label={t('staff.registrations.same')}>
      <Text fw={600}>{t('staff.registrations.same')}</Text>
      <Text>{t('staff.registrations.sameText')}</Text>
      <Box component="ul" mt={8} style={{ overflowWrap: 'anywhere' }}>
        {same.map(({ team, sender_id: sender }) => (
          <li key={`${team.id} ${sender}`}>
            <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
              {t('staff.registrations.sameOf', { sender, team: team.name })}
            </Anchor>
          </li>
        ))}
      </Box>
    </NoteBox>
  );
}

/** The history of a registration, newest first. */
function Events({ events }: { events: RegistrationCase['events'] }) {
  const t = useText();
  return (
    <Section title={t('staff.registrations.events')}>
      <Card padded={false}>
        <Box component="ul" style={{ overflowWrap: 'anywhere' }} aria-label={t('staff.registrations.events')}>
          {events.map(({ at, by, kind, to, reason }, index) => (
            <Box
              component="li"
              key={`${at} ${kind} ${to}`}
              {...(index > 0 ? { className: 'ruled' } : {})}
              px={{ base: 16, xs: 24 }}
              py={12}
            >
              <Text fw={600}>
                {t(`staff.registrations.event.${kind}`, { to: t(`staff.registration.${to}`) })}
              </Text>
              <Text>{reason}</Text>
              <Quiet>{t('staff.registrations.byAt', { by, at: formatInstant(at) })}</Quiet>
            </Box>
          ))}
        </Box>
      </Card>
    </Section>
  );
}
