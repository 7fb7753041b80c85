// A sender ID request, its registrations, and its decision.
import { CONTENT_CLASSES, type ContentClass } from '@godwit/contract/contentClass';
import type { SenderCase } from '@godwit/contract/staff/reviews';
import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAction } from '../../components/form/useSubmit.ts';
import { REGISTRATION_PILLS } from '../../components/registrationPills.ts';
import { countryName } from '../../countryName.ts';
import { placeName } from '../../placeName.ts';
import { classOfSender } from '../../senderClass.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { beginRegistration } from '../api/registrations.ts';
import { approveSender, rejectSender, senderQuery } from '../api/reviews.ts';
import { staffOwner } from '../ownerText.ts';
import { staffPaths } from '../paths.ts';
import { aliasFacts, detailFacts, OtherLegalNames, ownerFacts } from '../registrations/owner.tsx';
import { type FactRow, useHere } from '../shell/StaffPage.tsx';
import { brandFacts } from './brand.tsx';
import { Case, CaseFailed, useCase } from './Case.tsx';
import { Decision } from './Decision.tsx';

function Request({ id }: { id: string }) {
  const t = useText();
  const { data: request, error, refetch, show, refresh } = useCase('sender_ids', senderQuery(id));
  const [chosen, setChosen] = useState<ContentClass | null>(null);
  if (!request) return <CaseFailed error={error} onRetry={refetch} />;
  const asked = classOfSender(request);
  const isOpen = request.status === 'PENDING' && !request.own_team;
  return (
    <Case
      kind="sender_ids"
      notice={
        request.other_legal_names?.length ? (
          <OtherLegalNames owner={request.owner} names={request.other_legal_names} />
        ) : null
      }
      heading={request.sender_id}
      onNoted={request.own_team ? undefined : show}
      request={request}
      facts={[
        [t('field.project'), request.project.name],
        [t('staff.kind'), t(`senderClass.${asked}`)],
        [t('staff.senders.legalName'), request.legal_name || t('field.none')],
        [t('staff.senders.description'), request.description || t('field.none'), 'whole'],
        ...(request.sample ? [[t('staff.senders.sample'), request.sample, 'whole'] as FactRow] : []),
        ...(request.countries?.length
          ? [[t('staff.senders.countries'), request.countries.map(countryName).join(', ')] as FactRow]
          : []),
        ...ownerFacts(t, request.owner),
        ...detailFacts(t, request.owner, request.owner_details ?? null),
        ...aliasFacts(t, request.aliases),
        ...brandFacts(t, request),
        ...request.registrations.map(
          (one): FactRow => [
            t('staff.registration.of', { country: placeName(one) }),
            <Registration key={placeName(one)} request={request} registration={one} />,
            'whole',
          ],
        ),
      ]}
    >
      {isOpen ? (
        <Select
          maw={320}
          mb={20}
          label={t('staff.senders.class')}
          description={t('staff.senders.classHint')}
          data={CONTENT_CLASSES.map((value) => ({ value, label: t(`senderClass.${value}`) }))}
          value={chosen ?? asked}
          onChange={setChosen}
          allowDeselect={false}
        />
      ) : null}
      <Decision
        request={request}
        approve={() => approveSender(id, chosen ?? asked)}
        reject={(reason) => rejectSender(id, reason)}
        onDecided={show}
        onLost={refresh}
      />
    </Case>
  );
}

/** A request, decided here: in the inbox, or on a page of its own. */
export const SenderRequest = withTexts(Request, staffOwner);

type RegistrationProps = { request: SenderCase; registration: SenderCase['registrations'][number] };

/** The state of a sender ID in a country's register, with the way to its registration, or to begin one. */
function Registration({
  request,
  registration: { id, country, network, state, otherwise },
}: RegistrationProps) {
  const t = useText();
  const here = useHere();
  const navigate = useNavigate();
  const begin = useAction({
    call: async () => {
      const { id: begun } = await beginRegistration(request.id, { country, network });
      navigate(staffPaths.registration(begun), { state: here });
    },
  });
  const effect = t(`staff.registration.without.${otherwise}`);
  if (id)
    return (
      <Group gap="8px 16px">
        <Pill {...REGISTRATION_PILLS[state]}>{t(`staff.registration.${state}`)}</Pill>
        <Text span inherit>
          {state === 'REGISTERED' ? t('staff.registration.seenAs', { sender: request.sender_id }) : effect}
        </Text>
        <Button variant="outline" component={Link} to={staffPaths.registration(id)} state={here}>
          {t('staff.senders.open')}
        </Button>
      </Group>
    );
  const mayBegin = request.status === 'APPROVED' && !request.own_team;
  return (
    <Group gap="8px 16px">
      <Text span inherit>
        {t('staff.senders.none', { effect })}
      </Text>
      {mayBegin ? (
        <Button
          variant="outline"
          aria-label={t('staff.senders.beginAt', { place: placeName({ country, network }) })}
          aria-busy={begin.busy || undefined}
          onClick={() => begin.run()}
        >
          {t('staff.senders.begin')}
        </Button>
      ) : null}
    </Group>
  );
}
