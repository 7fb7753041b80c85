// A registration of a sender id: the proposal that a second person decides, other teams with the name, its
// facts, and what happened.
import { ownerLack, shownSender } from '@godwit/contract/senders';
import type { RegistrationCase } from '@godwit/contract/staff/registrations';
import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { REGISTRATION_PILLS } from '../../components/registrationPills.ts';
import { countryName } from '../../countryName.ts';
import { formatInstant, formatLastDay } from '../../format.ts';
import { placeName } from '../../placeName.ts';
import type { Translate } from '../../text/useText.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { registrationQuery } from '../api/registrations.ts';
import { staffOwner } from '../ownerText.ts';
import { staffPaths } from '../paths.ts';
import { staffRegistrations } from '../registrationsText.ts';
import { CaseFailed } from '../reviews/Case.tsx';
import { evidenceWords } from '../reviews/EvidenceLine.tsx';
import { Quiet } from '../shell/Quiet.tsx';
import { FactGrid, type FactRow, useHere } from '../shell/StaffPage.tsx';
import { aliasFacts, detailFacts, OtherLegalNames, ownerFacts } from './owner.tsx';
import type { Parts } from './parts.ts';
import { RegistrationActions } from './RegistrationActions.tsx';

/** Loads a registration. Without `parts` it is loading, or could not be loaded. */
export function useRegistration(id: string) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(registrationQuery(id));
  const refresh = () => {
    for (const list of ['registrations', 'sender_ids', 'counts'])
      queries.invalidateQueries({ queryKey: ['staff', list] });
  };
  const show = (newer: RegistrationCase) => {
    queries.setQueryData(registrationQuery(id).queryKey, newer);
    refresh();
  };
  const parts: Parts | null = data ? { registration: data, show, refresh } : null;
  return { error, refetch: () => void refetch(), parts };
}

/** The title of a registration: the sender id and the place. */
export const registrationName = (t: Translate, { registration }: Parts): string =>
  t('staff.registrations.name', { sender: registration.sender_id, country: placeName(registration) });

export function RegistrationState({ registration: { state } }: { registration: RegistrationCase }) {
  const t = useText();
  return <Pill {...REGISTRATION_PILLS[state]}>{t(`staff.registration.${state}`)}</Pill>;
}

function Open({ id }: { id: string }) {
  const t = useText();
  const { error, refetch, parts } = useRegistration(id);
  if (!parts) return <CaseFailed error={error} onRetry={refetch} />;
  return (
    <Stack gap={16}>
      <Group justify="space-between" gap="8px 24px">
        <Group gap="4px 16px" miw={0}>
          <Title order={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {registrationName(t, parts)}
          </Title>
          <RegistrationState registration={parts.registration} />
        </Group>
        <RegistrationActions {...parts} />
      </Group>
      <Registration {...parts} />
    </Stack>
  );
}

/** A registration in the inbox, decided there. */
export const OpenRegistration = withTexts(Open, { ...staffRegistrations, ...staffOwner });

/** A registration below its title. The facts for a decision come first. */
export function Registration({ registration }: Parts) {
  const t = useText();
  const lack = ownerLack(registration);
  return (
    <Stack gap={16}>
      {registration.proposal ? (
        <Proposal registration={registration} proposal={registration.proposal} />
      ) : null}
      <OtherLegalNames owner={registration.owner} names={registration.other_legal_names ?? []} />
      {registration.same_name.length > 0 ? <SameName registration={registration} /> : null}
      <Card>
        <RegistrationFacts registration={registration} />
        {lack ? (
          <Box mt={24}>
            <NoteBox tone="info">{t(`staff.registrations.lacks.${lack}`)}</NoteBox>
          </Box>
        ) : null}
        {registration.own_team ? (
          <Text mt={24} c="dimmed">
            {t('staff.registrations.own')}
          </Text>
        ) : null}
      </Card>
      <Siblings registration={registration} />
      <Events events={registration.events} />
    </Stack>
  );
}

/** The facts that a second person compares with the register. */
function Proposal({
  registration,
  proposal,
}: Props & { proposal: NonNullable<RegistrationCase['proposal']> }) {
  const t = useText();
  const { reference, reason, by, at, expires_at: end, may_decide: mayDecide, telcos } = proposal;
  return (
    <Card aria-label={t('staff.registrations.proposal')}>
      <CardTitle mb={16}>{t('staff.registrations.proposal')}</CardTitle>
      <FactGrid
        facts={[
          [t('staff.registrations.reference'), reference],
          [t('staff.registrations.until'), end ? formatLastDay(end) : t('staff.registrations.noEnd')],
          ...telcoFacts(t, registration, telcos),
          [t('staff.registrations.proof'), reason, 'whole'],
          [t('staff.registrations.proposedBy'), t('staff.registrations.byAt', { by, at: formatInstant(at) })],
        ]}
      />
      {mayDecide || registration.own_team ? null : (
        <Text mt={16} c="dimmed">
          {t('staff.registrations.notYours')}
        </Text>
      )}
    </Card>
  );
}

/** Shown if the registration counts for some telcos only, or is proposed for some. */
function telcoFacts(
  t: Translate,
  { telcos, proposal }: RegistrationCase,
  shown: readonly string[],
): FactRow[] {
  if (telcos.length === 0 && !proposal?.telcos.length) return [];
  return [[t('staff.registrations.telcos'), shown.join(', ') || t('staff.registrations.allTelcos')]];
}

type Props = { registration: RegistrationCase };

function RegistrationFacts({ registration }: Props) {
  const t = useText();
  const here = useHere();
  const { team, project, sender_id, state, turn, otherwise, reference, refusal } = registration;
  const {
    submitted_at,
    decided_at,
    valid_from,
    expires_at,
    owner,
    aliases,
    request_id: requestId,
  } = registration;
  const none = t('field.none');
  const openEnd = valid_from ? t('staff.registrations.noEnd') : null;
  const known = (name: string, value: string | null): FactRow[] => (value === null ? [] : [[name, value]]);
  const at = (name: string, instant: string | null) => known(name, instant && formatInstant(instant));
  const lookedUp = owner?.checked_at
    ? t('staff.registrations.byAt', { by: owner.checked_by ?? '', at: formatInstant(owner.checked_at) })
    : t('staff.registrations.unchecked');
  const documents = (registration.documents ?? []).map(({ id, label, evidence }) => (
    <Text key={id} inherit {...(evidence?.over ? { c: 'var(--danger)' } : {})}>
      {t('staff.registrations.document', { label, words: evidenceWords(t, evidence) })}
    </Text>
  ));
  const request = requestId ? (
    <Anchor key="request" component={Link} to={staffPaths.senderCase(requestId)} state={here}>
      {t('staff.registrations.openRequest')}
    </Anchor>
  ) : null;
  const facts: FactRow[] = [
    ...ownerFacts(t, owner),
    ...(owner ? [[t('staff.registrations.checked'), lookedUp] as FactRow] : []),
    ...detailFacts(t, owner, registration.owner_details ?? null),
    ...(requestId ? [[t('staff.registrations.documents'), request] as FactRow] : []),
    ...(documents.length > 0 ? [[t('staff.registrations.evidence'), documents, 'whole'] as FactRow] : []),
    [
      t('field.team'),
      <Anchor key="team" component={Link} to={staffPaths.team(team.id)} state={here}>
        {team.name}
      </Anchor>,
    ],
    [t('field.project'), project.name],
    ...aliasFacts(t, aliases),
    [
      t('staff.registrations.seen', { country: placeName(registration) }),
      shownSender(sender_id, state, otherwise) ?? t('staff.registrations.nothing'),
    ],
    [t('staff.registrations.turn'), turn ? t(`staff.registrations.turn.${turn}`) : none],
    ...known(t('staff.registrations.reference'), reference),
    ...(valid_from === null ? [] : telcoFacts(t, registration, registration.telcos)),
    ...at(t('staff.registrations.submitted'), submitted_at),
    ...at(t('staff.registrations.decided'), decided_at),
    ...at(t('staff.registrations.from'), valid_from),
    ...known(t('staff.registrations.until'), expires_at ? formatLastDay(expires_at) : openEnd),
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

/** The same name at the other networks of the country. */
function Siblings({ registration: { siblings = [], country } }: Props) {
  const t = useText();
  const here = useHere();
  if (siblings.length === 0) return null;
  const title = t('staff.registrations.siblings', { country: countryName(country) });
  return (
    <Section title={title}>
      <Card padded={false}>
        <Box component="ul" aria-label={title}>
          {siblings.map(({ id, network, state }, index) => (
            <Group
              component="li"
              key={id}
              {...(index > 0 ? { className: 'ruled' } : {})}
              justify="space-between"
              gap="8px 16px"
              px={{ base: 16, xs: 24 }}
              py={12}
            >
              <Anchor component={Link} to={staffPaths.registration(id)} state={here}>
                {network}
              </Anchor>
              <Pill {...REGISTRATION_PILLS[state]}>{t(`staff.registration.${state}`)}</Pill>
            </Group>
          ))}
        </Box>
      </Card>
    </Section>
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
