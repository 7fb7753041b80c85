// One adjustment: how much for whom, why, who asked, and the decision, or who made it.
import type { Adjustment } from '@godwit/contract/staffTeams';
import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toastSuccess } from '../../components/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { confirmAdjustment, rejectAdjustment } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { useHere } from '../shell/StaffPage.tsx';
import type { Asking } from '../shell/useAsk.tsx';
import { formatSigned } from '../teams/Ledger.tsx';

type Props = {
  adjustment: Adjustment;
  onAsk: (asking: Asking) => void;
  /** Reads again whatever a decision changes. */
  refresh: () => void;
};

export function AdjustmentRow({ adjustment, onAsk, refresh }: Props) {
  const t = useText();
  const here = useHere();
  const { team, reason, asked_by: by, asked_at: at } = adjustment;
  return (
    <Group justify="space-between" gap="16px 24px">
      <Box flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
        <Group align="baseline" gap="0 12px">
          <Text component="strong" size="lg" fw={600}>
            {formatSigned(adjustment.amount, adjustment.currency)}
          </Text>
          <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
            {team.name}
          </Anchor>
        </Group>
        <Text my={4}>{reason}</Text>
        <Quiet>{t('staff.adjustments.asked', { by, at: formatInstant(at) })}</Quiet>
        <Decided adjustment={adjustment} />
      </Box>
      {adjustment.status === 'PENDING' ? (
        <Decision adjustment={adjustment} onAsk={onAsk} refresh={refresh} />
      ) : null}
    </Group>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text fz={13} c="dimmed">
    {children}
  </Text>
);

function Decided({ adjustment }: { adjustment: Adjustment }) {
  const t = useText();
  const { status, decided_by: by, decided_at: at, decision_reason: reason } = adjustment;
  if (!by || !at) return null;
  return (
    <>
      <Quiet>
        {t('staff.adjustments.decided', {
          status: t(`staff.adjustments.${status}`),
          by,
          at: formatInstant(at),
        })}
      </Quiet>
      {reason ? <Quiet>{t('staff.adjustments.because', { reason })}</Quiet> : null}
    </>
  );
}

function Decision({ adjustment, onAsk, refresh }: Props) {
  const t = useText();
  const { id, team } = adjustment;
  if (!adjustment.may_decide) return <Quiet>{t('staff.adjustments.notYours')}</Quiet>;
  const named = { amount: formatSigned(adjustment.amount, adjustment.currency), team: team.name };
  const ask = (asking: Omit<Asking, 'onLost'>) => onAsk({ ...asking, onLost: refresh });
  const confirm = () =>
    ask({
      title: t('staff.adjustments.confirmTitle', named),
      text: t('staff.adjustments.confirmText', named),
      action: t('staff.confirm'),
      call: async () => {
        await confirmAdjustment(id);
        refresh();
        toastSuccess(t('staff.adjust.booked', named));
      },
    });
  const reject = () =>
    ask({
      title: t('staff.adjustments.rejectTitle', named),
      text: t('staff.adjustments.rejectText', named),
      action: t('staff.reject'),
      asksReason: true,
      call: async (reason) => {
        await rejectAdjustment(id, reason);
        refresh();
        toastSuccess(t('staff.adjustments.rejectedDone'));
      },
    });
  return (
    <Group gap={12} grow w={{ base: '100%', xs: 'auto' }}>
      <Button
        variant="outline"
        color="red"
        aria-label={t('staff.adjustments.rejectNamed', named)}
        onClick={reject}
      >
        {t('staff.reject')}
      </Button>
      <Button variant="outline" aria-label={t('staff.adjustments.confirmNamed', named)} onClick={confirm}>
        {t('staff.confirm')}
      </Button>
    </Group>
  );
}
