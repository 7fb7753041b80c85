// What a page for sending shows to somebody whose role only looks.

import { useText } from '../text/useText.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

export function MayNotSend() {
  const t = useText();
  return (
    <Card padded={false}>
      <EmptyState text={t('role.mayNotSend')} />
    </Card>
  );
}
