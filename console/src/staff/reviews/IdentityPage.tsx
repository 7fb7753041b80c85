// Identity requests, at `/staff/identity`. `/staff/identity/{id}` opens one.
import type { IdentityRow } from '@godwit/contract/staff/reviews';
import { useParams } from 'react-router';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { identityQueue } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { staffReviews } from '../reviewsText.ts';
import { IdentityCase } from './IdentityCase.tsx';
import { ReviewFrame } from './ReviewFrame.tsx';

function IdentityPage() {
  const t = useText();
  const { id } = useParams();
  const typeOf = (type: IdentityRow['account_type']) => (type ? t(`accountType.${type}`) : null);
  return (
    <ReviewFrame
      kind="identity"
      queue={identityQueue}
      title={t('staff.identity.title')}
      pathOf={staffPaths.identityCase}
      queuePath={staffPaths.identity}
      id={id}
      describe={({ name, email, team, account_type: type }) => ({
        first: name || email || team.name,
        second: [team.name, typeOf(type)].filter(Boolean).join(', '),
      })}
    >
      {id ? <IdentityCase key={id} id={id} /> : null}
    </ReviewFrame>
  );
}

export default withTexts(IdentityPage, staffReviews);
