// Sender ID requests, at `/staff/sender-ids`. `/staff/sender-ids/{id}` opens one.

import { Suspense } from 'react';
import { useParams } from 'react-router';
import { lazyPart } from '../../components/lazyPart.ts';
import { classOfSender } from '../../senderClass.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import { senderQueue } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { staffReviews } from '../reviewsText.ts';
import { ReviewFrame } from './ReviewFrame.tsx';

const SenderRequest = lazyPart(() => import('./SenderRequest.tsx'), 'SenderRequest');

function SenderPage() {
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
      describe={(request) => ({
        first: request.sender_id,
        second: `${request.team.name}, ${t(`senderClass.${classOfSender(request)}`)}`,
      })}
    >
      {id ? (
        <Suspense fallback={<LoadingCard heights={[28, 160, 40]} />}>
          <SenderRequest key={id} id={id} />
        </Suspense>
      ) : null}
    </ReviewFrame>
  );
}

export default withTexts(SenderPage, staffReviews);
