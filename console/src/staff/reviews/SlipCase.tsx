// A bank transfer and its decision.
import { formatMoney } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { slipQuery } from '../api/reviews.ts';
import { Case, CaseFailed, useCase } from './Case.tsx';
import { SlipDecision } from './SlipDecision.tsx';

export function SlipCase({ id }: { id: string }) {
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
