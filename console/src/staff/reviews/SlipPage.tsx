// Bank transfers, at `/staff/transfers`. `/staff/transfers/{id}` opens one.
import type { Slip } from '@godwit/contract/staff/payments';
import { useParams } from 'react-router';
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { slipQuery, slipQueue } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { staffPayments } from '../paymentsText.ts';
import { staffReviews } from '../reviewsText.ts';
import { Case, CaseFailed, useCase } from './Case.tsx';
import { ReviewFrame } from './ReviewFrame.tsx';
import { SlipDecision } from './SlipDecision.tsx';

function SlipPage() {
  const t = useText();
  const { id } = useParams();
  const isHalf = ({ status, asked_by: by }: Slip) => status === 'PENDING' && by !== null;
  return (
    <ReviewFrame
      kind="slips"
      queue={slipQueue}
      title={t('staff.slips.title')}
      pathOf={staffPaths.slipCase}
      queuePath={staffPaths.slips}
      id={id}
      describe={(slip) => ({
        first: formatMoney(slip.credited ?? slip.claimed_total, slip.currency),
        second: [
          slip.team.name,
          slip.name === slip.team.name ? '' : slip.name,
          isHalf(slip) ? t('staff.slips.read') : '',
        ]
          .filter(Boolean)
          .join(' · '),
      })}
    >
      {id ? <SlipCase key={id} id={id} /> : null}
    </ReviewFrame>
  );
}

function SlipCase({ id }: { id: string }) {
  const t = useText();
  const { data: slip, error, refetch, show, refresh } = useCase('slips', slipQuery(id));
  if (!slip) return <CaseFailed error={error} onRetry={refetch} />;
  const { currency, tax_percentage: percentage, tax_included: isIncluded } = slip;
  return (
    <Case
      kind="slips"
      heading={slip.name || slip.team.name}
      request={slip}
      facts={[
        [t('staff.slips.claimed'), formatMoney(slip.claimed, currency)],
        [t('staff.slips.total'), formatMoney(slip.claimed_total, currency)],
        [t('staff.tax.title'), t(isIncluded ? 'staff.tax.included' : 'staff.tax.added', { percentage })],
      ]}
    >
      <SlipDecision slip={slip} onDecided={show} onLost={refresh} />
    </Case>
  );
}

export default withTexts(SlipPage, { ...staffReviews, ...staffPayments });
