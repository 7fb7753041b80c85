// Identity requests, at `/staff/identity`. `/staff/identity/{id}` opens one.
import type { IdentityRow } from '@godwit/contract/staff/reviews';
import { useParams } from 'react-router';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { approveIdentity, identityQuery, identityQueue, rejectIdentity } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { staffReviews } from '../reviewsText.ts';
import { Case, CaseFailed, useCase } from './Case.tsx';
import { Decision } from './Decision.tsx';
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

function IdentityCase({ id }: { id: string }) {
  const t = useText();
  const { data: request, error, refetch, show, refresh } = useCase('identity', identityQuery(id));
  if (!request) return <CaseFailed error={error} onRetry={refetch} />;
  const type = request.account_type;
  return (
    <Case
      kind="identity"
      heading={request.name || request.team.name}
      request={request}
      facts={[[t('field.accountType'), type ? t(`accountType.${type}`) : t('field.none')]]}
    >
      <Decision
        request={request}
        approve={() => approveIdentity(id)}
        reject={(reason) => rejectIdentity(id, reason)}
        onDecided={show}
        onLost={refresh}
      />
    </Case>
  );
}

export default withTexts(IdentityPage, staffReviews);
