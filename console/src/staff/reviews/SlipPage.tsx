// Bank transfers, at `/staff/transfers`. `/staff/transfers/{id}` opens one.
import type { Slip } from '@godwit/contract/staff/payments';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { lazyPart } from '../../components/lazyPart.ts';
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import { slipQueue } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { staffReviews } from '../reviewsText.ts';
import { staffSlips } from '../slipsText.ts';
import { ReviewFrame } from './ReviewFrame.tsx';

// Its form is needed only once a transfer is chosen.
const SlipCase = lazyPart(() => import('./SlipCase.tsx'), 'SlipCase');

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
      {id ? (
        <Suspense fallback={<LoadingCard heights={[28, 160, 40]} />}>
          <SlipCase key={id} id={id} />
        </Suspense>
      ) : null}
    </ReviewFrame>
  );
}

export default withTexts(SlipPage, { ...staffReviews, ...staffSlips });
