// Sender ID requests, at `/staff/sender-ids`. `/staff/sender-ids/{id}` opens one.

import { useParams } from 'react-router';
import { classOfSender } from '../../senderClass.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { senderQueue } from '../api/reviews.ts';
import { staffOwner } from '../ownerText.ts';
import { staffPaths } from '../paths.ts';
import { staffReviews } from '../reviewsText.ts';
import { ReviewFrame } from './ReviewFrame.tsx';
import { SenderRequest } from './SenderRequest.tsx';

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
      {id ? <SenderRequest key={id} id={id} /> : null}
    </ReviewFrame>
  );
}

export default withTexts(SenderPage, { ...staffReviews, ...staffOwner });
