// What became of the request before this one.
import type { VerificationRequest } from '@godwit/contract/verification';
import { NotApproved } from '../../components/NotApproved.tsx';
import { useText } from '../../text/useText.ts';

export function LastRequest({ last }: { last: VerificationRequest | null }) {
  const t = useText();
  if (!last) return null;
  const title = last.status === 'WITHDRAWN' ? 'verify.withdrawnTitle' : 'verify.rejectedTitle';
  return <NotApproved title={t(title)} decidedAt={last.decided_at} reason={last.reason} />;
}
