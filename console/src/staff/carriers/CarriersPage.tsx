// Carrier links over all processes, at `/staff/carriers`; read again while they are looked at, since they change by the second.
import type { CarrierLink } from '@godwit/contract/staffOperations';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { carriersQuery, changeLink } from '../api/system.ts';
import { ActDialog, type Asking } from '../shell/ActDialog.tsx';
import { StaffPage } from '../shell/StaffPage.tsx';
import { Carrier } from './Carrier.tsx';
import classes from './carriers.module.css';

export default function CarriersPage() {
  const t = useText();
  const queries = useQueryClient();
  const links = useQuery(carriersQuery);
  const [asking, setAsking] = useState<Asking | null>(null);

  function ask({ id, paused_state: paused }: CarrierLink): void {
    const act = paused ? 'resume' : 'pause';
    setAsking({
      title: t(`staff.carriers.${act}Of`, { id }),
      text: t(`staff.carriers.${act}Text`),
      confirm: t(`staff.carriers.${act}`),
      asksReason: true,
      act: async (reason) => {
        const newer = await changeLink(id, act, reason);
        // A reading that is on its way was asked before the change.
        await queries.cancelQueries({ queryKey: carriersQuery.queryKey });
        queries.setQueryData(carriersQuery.queryKey, newer);
        toastSuccess(t(`staff.carriers.${act}dDone`));
      },
      onLost: () => links.refetch(),
    });
  }

  return (
    <StaffPage title={t('staff.carriers.title')}>
      {links.isError && !links.data ? (
        <LoadFailed error={links.error} onRetry={() => links.refetch()} />
      ) : (
        <Links links={links.data} onAsk={ask} />
      )}
      <ActDialog asking={asking} onClose={() => setAsking(null)} />
    </StaffPage>
  );
}

type LinksProps = { links: CarrierLink[] | undefined; onAsk: (link: CarrierLink) => void };

function Links({ links, onAsk }: LinksProps) {
  const t = useText();
  if (!links) return <Skeleton height={200} aria-busy="true" />;
  if (links.length === 0) {
    return (
      <Card>
        <EmptyState text={t('staff.carriers.empty')} />
      </Card>
    );
  }
  return (
    <ul className={classes.list} aria-label={t('staff.carriers.title')}>
      {links.map((link) => (
        <li key={link.id}>
          <Carrier link={link} onAsk={() => onAsk(link)} />
        </li>
      ))}
    </ul>
  );
}
