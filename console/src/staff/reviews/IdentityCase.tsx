// An identity request and its decision.
import { useText } from '../../text/useText.ts';
import { approveIdentity, identityQuery, rejectIdentity } from '../api/reviews.ts';
import { Case, CaseFailed, useCase } from './Case.tsx';
import { Decision } from './Decision.tsx';

export function IdentityCase({ id }: { id: string }) {
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
