// The proposal to register a name, which a second person confirms or rejects.
import type { RegistrationCase } from '@godwit/contract/staff/registrations';
import { Button, Group, Text } from '@mantine/core';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant, formatLastDay } from '../../format.ts';
import { placeName } from '../../placeName.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { confirmRegistration, rejectRegistration } from '../api/registrations.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import type { Parts } from './parts.ts';

type Props = Parts & { proposal: NonNullable<RegistrationCase['proposal']> };

export function Proposal({ registration, proposal, show, refresh }: Props) {
  const t = useText();
  const [ask, question] = useReasonConfirm();
  const { id, sender_id: sender, own_team: ownTeam } = registration;
  const { reference, reason, by, at, expires_at: end, may_decide: mayConfirm } = proposal;
  const country = placeName(registration);
  const refusal = mayConfirm ? 'reject' : 'takeBack';
  const named = {
    confirm: t('staff.registrations.confirmNamed', { sender }),
    reject: t(`staff.registrations.${refusal}Named`, { sender }),
  };
  const askConfirm = () =>
    ask({
      title: named.confirm,
      text: t('staff.registrations.confirmText', { sender, country }),
      action: t('staff.confirm'),
      onLost: refresh,
      call: async () => {
        show(await confirmRegistration(id, proposal.id));
        toastSuccess(t('staff.registrations.confirmed', { sender }));
      },
    });
  const askReject = () =>
    ask({
      title: named.reject,
      text: t('staff.registrations.rejectText'),
      action: t(`staff.registrations.${refusal}`),
      harmless: false,
      asksReason: true,
      onLost: refresh,
      call: async (why) => {
        show(await rejectRegistration(id, proposal.id, why));
        toastSuccess(t('staff.registrations.rejected'));
      },
    });
  return (
    <Card aria-label={t('staff.registrations.proposal')}>
      <CardTitle mb={8}>{t('staff.registrations.proposal')}</CardTitle>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t('staff.registrations.proposalText', {
          reference,
          reason,
          end: end
            ? t('staff.registrations.untilDay', { day: formatLastDay(end) })
            : t('staff.registrations.openEnd'),
        })}
      </Text>
      <Quiet>{t('staff.registrations.byAt', { by, at: formatInstant(at) })}</Quiet>
      {ownTeam ? null : (
        <Group justify="flex-end" gap={12} mt={16}>
          {mayConfirm ? null : <Quiet>{t('staff.registrations.notYours')}</Quiet>}
          <Button variant="outline" color="red" aria-label={named.reject} onClick={askReject}>
            {t(`staff.registrations.${refusal}`)}
          </Button>
          {mayConfirm ? (
            <Button aria-label={named.confirm} onClick={askConfirm}>
              {t('staff.confirm')}
            </Button>
          ) : null}
        </Group>
      )}
      {question}
    </Card>
  );
}
