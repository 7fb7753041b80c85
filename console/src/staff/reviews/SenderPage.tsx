// Sender ID requests, at `/staff/sender-ids`. `/staff/sender-ids/{id}` opens one.
import {
  REGISTRATION_STATES,
  type RegistrationState,
  type SenderRegistration,
  shownSender,
} from '@godwit/contract/senders';
import { Box, Select } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { approveSender, registerSender, rejectSender, senderQuery, senderQueue } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { Case, CaseFailed, useCase } from './Case.tsx';
import { Decision } from './Decision.tsx';
import { ReviewFrame } from './ReviewFrame.tsx';

export default function SenderPage() {
  const t = useText();
  const { id } = useParams();
  return (
    <ReviewFrame
      kind="sender_ids"
      queue={senderQueue}
      title={t('staff.senders.title')}
      pathOf={staffPaths.senderCase}
      queuePath={staffPaths.senders}
      id={id}
      describe={({ sender_id: sender, team, is_promotional: isPromotional }) => ({
        first: sender,
        second: [team.name, isPromotional ? t('senderKind.promotional') : null].filter(Boolean).join(', '),
      })}
    >
      {id ? <SenderCase key={id} id={id} /> : null}
    </ReviewFrame>
  );
}

function SenderCase({ id }: { id: string }) {
  const t = useText();
  const { data: request, error, refetch, show, refresh } = useCase('sender_ids', senderQuery(id));
  const [chosen, setChosen] = useState<SenderRegistration[]>([]);
  const noting = useAction({
    call: async (registration: SenderRegistration) => {
      show(await registerSender(id, registration));
      toastSuccess(t('staff.senders.noted'));
    },
  });
  if (!request) return <CaseFailed error={error} onRetry={refetch} />;
  const { sender_id: sender, status, registrations } = request;
  const isPending = status === 'PENDING';
  const shown = isPending
    ? registrations.map((one) => chosen.find(({ country }) => country === one.country) ?? one)
    : registrations;

  function register(registration: SenderRegistration): void {
    if (!isPending) noting.run(registration);
    else setChosen([...chosen.filter(({ country }) => country !== registration.country), registration]);
  }

  const choices = shown.map((registration) => (
    <Registration
      key={registration.country}
      sender={sender}
      registration={registration}
      disabled={request.own_team || status === 'REJECTED' || status === 'WITHDRAWN'}
      onChange={register}
    />
  ));
  return (
    <Case
      kind="sender_ids"
      heading={sender}
      request={request}
      facts={[
        [t('field.project'), request.project.name],
        [t('staff.kind'), t(request.is_promotional ? 'senderKind.promotional' : 'senderKind.transactional')],
        [t('staff.senders.legalName'), request.legal_name || t('field.none')],
        [t('staff.senders.description'), request.description || t('field.none'), 'whole'],
      ]}
    >
      {isPending || choices.length === 0 ? null : <Box mb={24}>{choices}</Box>}
      <Decision
        request={request}
        approve={() => approveSender(id, shown)}
        reject={(reason) => rejectSender(id, reason)}
        onDecided={show}
        onLost={refresh}
      >
        {choices}
      </Decision>
    </Case>
  );
}

type RegistrationProps = {
  sender: string;
  registration: SenderRegistration;
  disabled: boolean;
  onChange: (registration: SenderRegistration) => void;
};

/** The state of a sender ID in a country's register, and the sender that recipients see because of it. */
function Registration({ sender, registration: { country, state }, disabled, onChange }: RegistrationProps) {
  const t = useText();
  const choose = (value: string | null) => {
    const next = REGISTRATION_STATES.find((one) => one === value);
    if (next && next !== state) onChange({ country, state: next });
  };
  return (
    <Select
      maw={360}
      inputWrapperOrder={['label', 'input', 'description']}
      label={t('staff.senders.register', { country: t(`region.${country}`) })}
      description={t('staff.senders.seenAs', { sender: shownSender(sender, state) })}
      data={REGISTRATION_STATES.map((one: RegistrationState) => ({
        value: one,
        label: t(`staff.registration.${one}`),
      }))}
      value={state}
      disabled={disabled}
      allowDeselect={false}
      onChange={choose}
    />
  );
}
