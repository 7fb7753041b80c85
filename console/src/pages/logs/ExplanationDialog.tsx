// The dialog that explains how a message was routed and charged.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explanationQuery } from '../../api/messages.ts';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { ExplanationSteps } from '../../components/message/Explanation.tsx';
import { useText } from '../../text/useText.ts';

type Props = { id: string; projectId: string; symbol: string; onClosed: () => void };

export function ExplanationDialog({ id, projectId, symbol, onClosed }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(true);
  const { data, isError, error, refetch } = useQuery(explanationQuery(id, projectId));
  return (
    <Dialog
      opened={opened}
      onClose={() => setOpened(false)}
      onExited={onClosed}
      size={560}
      title={t('message.why')}
    >
      {data ? <ExplanationSteps steps={data.steps} symbol={symbol} /> : null}
      {!data && isError ? <LoadFailed error={error} onRetry={() => refetch()} /> : null}
      {data || isError ? null : <Skeleton height={240} aria-busy="true" />}
    </Dialog>
  );
}
