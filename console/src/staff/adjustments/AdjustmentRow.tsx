// One adjustment: how much for whom, why, who asked, and the decision, or who made it.
import type { Adjustment } from '@godwit/contract/staffTeams';
import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { toastSuccess } from '../../components/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { confirmAdjustment, rejectAdjustment } from '../api/teams.ts';
import { useHere } from '../lists/useBack.ts';
import { staffPaths } from '../paths.ts';
import type { Asking } from '../shell/ActDialog.tsx';
import { formatSigned } from '../teams/Ledger.tsx';
import classes from './AdjustmentsPage.module.css';

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
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.head}>
          <strong className={classes.amount}>{formatSigned(adjustment.amount, adjustment.currency)}</strong>
          <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
            {team.name}
          </Anchor>
        </p>
        <p className={classes.reason}>{reason}</p>
        <p className={classes.quiet}>{t('staff.adjustments.asked', { by, at: formatInstant(at) })}</p>
        <Decided adjustment={adjustment} />
      </div>
      {adjustment.status === 'PENDING' ? (
        <Decision adjustment={adjustment} onAsk={onAsk} refresh={refresh} />
      ) : null}
    </li>
  );
}

function Decided({ adjustment }: { adjustment: Adjustment }) {
  const t = useText();
  const { status, decided_by: by, decided_at: at, decision_reason: reason } = adjustment;
  if (!by || !at) return null;
  return (
    <>
      <p className={classes.quiet}>
        {t('staff.adjustments.decided', {
          status: t(`staff.adjustments.${status}`),
          by,
          at: formatInstant(at),
        })}
      </p>
      {reason ? <p className={classes.quiet}>{t('staff.adjustments.because', { reason })}</p> : null}
    </>
  );
}

function Decision({ adjustment, onAsk, refresh }: Props) {
  const t = useText();
  const { id, team } = adjustment;
  if (!adjustment.may_decide) return <p className={classes.quiet}>{t('staff.adjustments.notYours')}</p>;
  const named = { amount: formatSigned(adjustment.amount, adjustment.currency), team: team.name };
  const ask = (asking: Omit<Asking, 'onLost'>) => onAsk({ ...asking, onLost: refresh });
  const confirm = () =>
    ask({
      title: t('staff.adjustments.confirmTitle', named),
      text: t('staff.adjustments.confirmText', named),
      confirm: t('staff.adjustments.confirm'),
      act: async () => {
        await confirmAdjustment(id);
        refresh();
        toastSuccess(t('staff.adjust.booked', named));
      },
    });
  const reject = () =>
    ask({
      title: t('staff.adjustments.rejectTitle', named),
      text: t('staff.adjustments.rejectText', named),
      confirm: t('staff.adjustments.reject'),
      asksReason: true,
      act: async (reason) => {
        await rejectAdjustment(id, reason);
        refresh();
        toastSuccess(t('staff.adjustments.rejectedDone'));
      },
    });
  return (
    <div className={classes.decision}>
      <Button
        variant="outline"
        color="red"
        aria-label={t('staff.adjustments.rejectNamed', named)}
        onClick={reject}
      >
        {t('staff.adjustments.reject')}
      </Button>
      <Button variant="outline" aria-label={t('staff.adjustments.confirmNamed', named)} onClick={confirm}>
        {t('staff.adjustments.confirm')}
      </Button>
    </div>
  );
}
