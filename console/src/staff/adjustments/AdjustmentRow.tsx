// A balance adjustment, and the decision of a second person about it.
import type { Adjustment } from '@godwit/contract/staff/teams';
import { Anchor, Box, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { confirmAdjustment, rejectAdjustment } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { Countersign } from '../shell/Countersign.tsx';
import { formatSigned } from '../shell/formatSigned.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useReport } from '../shell/report.ts';
import { useHere } from '../shell/StaffPage.tsx';
import type { ReasonQuestion } from '../shell/useReasonConfirm.tsx';

/** Returns a function that reloads everything a decision changes. */
function useRefreshAdjustments(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const list of ['adjustments', 'teams', 'counts']) {
      queries.invalidateQueries({ queryKey: ['staff', list] });
    }
  };
}

type RowProps = {
  adjustment: Adjustment;
  onAsk: (asking: ReasonQuestion) => void;
};

/** One adjustment: amount, team, reason, requester, and the decision or the buttons for it. */
export function AdjustmentRow({ adjustment, onAsk }: RowProps) {
  const t = useText();
  const here = useHere();
  const { team, reason, asked_by: by, asked_at: at } = adjustment;
  return (
    <Group justify="space-between" gap="12px 24px">
      <Text component="strong" size="lg" fw={600} w={{ base: '100%', sm: 152 }}>
        {formatSigned(adjustment.amount, adjustment.currency)}
      </Text>
      <Box flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
          {team.name}
        </Anchor>
        <Text my={4}>{reason}</Text>
        <Quiet>{t('staff.adjustments.asked', { by, at: formatInstant(at) })}</Quiet>
        <Decided adjustment={adjustment} />
      </Box>
      {adjustment.status === 'PENDING' ? <Decision adjustment={adjustment} onAsk={onAsk} /> : null}
    </Group>
  );
}

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

function Decision({ adjustment, onAsk }: RowProps) {
  const t = useText();
  const refresh = useRefreshAdjustments();
  const report = useReport();
  const { id, team } = adjustment;
  const named = { amount: formatSigned(adjustment.amount, adjustment.currency), team: team.name };
  return (
    <Countersign
      mayDecide={adjustment.may_decide}
      confirm={{
        label: t('staff.adjustments.confirm', named),
        named: t('staff.adjustments.confirmNamed', named),
        title: t('staff.adjustments.confirmTitle', named),
        text: t('staff.adjustments.confirmText', named),
        call: async () => {
          await confirmAdjustment(id);
          refresh();
          report(t('staff.adjust.booked', named));
        },
      }}
      reject={{
        label: t('staff.adjustments.reject', named),
        named: t('staff.adjustments.rejectNamed', named),
        title: t('staff.adjustments.rejectTitle', named),
        text: t('staff.adjustments.rejectText', named),
        call: async (reason) => {
          await rejectAdjustment(id, reason);
          refresh();
          report(t('staff.adjustments.rejectedDone'));
        },
      }}
      onAsk={onAsk}
      refresh={refresh}
    />
  );
}
