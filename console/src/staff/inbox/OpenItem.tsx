// The open case of the inbox. Each kind loads its own part.
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { InlineDocuments } from '../reviews/inlineDocuments.ts';
import type { Kind, useInbox } from './useInbox.ts';

const IdentityCase = lazyPart(() => import('../reviews/IdentityCase.tsx'), 'IdentityCase');
const SenderRequest = lazyPart(() => import('../reviews/SenderRequest.tsx'), 'SenderRequest');
const OpenRegistration = lazyPart(() => import('../registrations/Registration.tsx'), 'OpenRegistration');
const SlipCase = lazyPart(() => import('../reviews/SlipCase.tsx'), 'SlipCase');
const RowCase = lazyPart(() => import('./RowCase.tsx'), 'RowCase');

type Props = { kind: Kind; id: string; items: ReturnType<typeof useInbox> };

export function OpenItem(props: Props) {
  return (
    <InlineDocuments value>
      <Suspense fallback={<Skeleton height={320} radius="md" aria-busy="true" />}>
        <Case {...props} />
      </Suspense>
    </InlineDocuments>
  );
}

function Case({ kind, id, items: { items, isLoading } }: Props) {
  const t = useText();
  switch (kind) {
    case 'identity':
      return <IdentityCase id={id} />;
    case 'sender_ids':
      return <SenderRequest id={id} />;
    case 'slips':
      return <SlipCase id={id} />;
    case 'registrations':
      return <OpenRegistration id={id} />;
  }
  const item = items.find((one) => one.kind === kind && one.id === id);
  if (isLoading && !item) return <Skeleton height={160} radius="md" aria-busy="true" />;
  return <Card>{item ? <RowCase item={item} /> : <EmptyState text={t('staff.inbox.gone')} />}</Card>;
}
