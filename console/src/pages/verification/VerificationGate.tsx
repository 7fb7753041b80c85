// What both verification screens share: verified, pending, loading and failed views; the form only where one can be sent.
import type { VerificationRequest } from '@godwit/contract/verification';
import { Button, Skeleton } from '@mantine/core';
import { IconClock, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { verificationsQuery } from '../../api/verification.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { formatInstant, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay, useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { NextSteps } from './NextSteps.tsx';
import classes from './verification.module.css';

type Props = {
  /** The way on from the pending view. */
  pendingAction: ReactNode;
  /** The form; `last` is the request before, which was not approved. */
  children: (last: VerificationRequest | null) => ReactNode;
};

export function VerificationGate({ pendingAction, children }: Props) {
  const t = useText();
  const { id_verified } = useProfile();
  const mayRequest = useMay('verification');
  const requests = useQuery(verificationsQuery);
  if (id_verified) {
    return (
      <div className={classes.columns}>
        <Verified />
      </div>
    );
  }
  if (requests.data) {
    const [last = null] = requests.data;
    if (last?.status === 'PENDING') {
      return (
        <div className={classes.columns}>
          <Pending request={last} action={pendingAction} />
          <NextSteps />
        </div>
      );
    }
    if (mayRequest) return children(last);
    return (
      <Card padded={false}>
        <EmptyState text={t('verify.notAllowed')} />
      </Card>
    );
  }
  if (requests.isError) return <LoadFailed error={requests.error} onRetry={() => void requests.refetch()} />;
  return (
    <Card>
      <div className={classes.loading} aria-busy="true">
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={56} />
      </div>
    </Card>
  );
}

function Verified() {
  const t = useText();
  return (
    <Card>
      <div className={classes.state} data-tone="success">
        <IconShieldCheck size={32} stroke={1.5} aria-hidden="true" />
        <h2>{t('verify.doneTitle')}</h2>
        <p>{t('verify.doneText')}</p>
        <Button component={Link} to={paths.home}>
          {t('page.goHome')}
        </Button>
      </div>
    </Card>
  );
}

function Pending({ request, action }: { request: VerificationRequest; action: ReactNode }) {
  const t = useText();
  return (
    <Card>
      <div className={classes.pending}>
        <Pill tone="neutral" icon={IconClock}>
          {t('verify.inReview')}
        </Pill>
        <h2>{t('verify.pending')}</h2>
        <p className={classes.muted}>{t('verify.pendingHint')}</p>
        <dl className={classes.facts}>
          <div>
            <dt>{t('verify.submitted')}</dt>
            <dd>
              <time dateTime={request.created_at} title={formatUtc(request.created_at)}>
                {formatInstant(request.created_at)}
              </time>
            </dd>
          </div>
          {request.account_type ? (
            <div>
              <dt>{t('verify.accountType')}</dt>
              <dd>{t(`verify.${request.account_type}`)}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t('verify.documents')}</dt>
            <dd>
              <ul>
                {request.attachments.map(({ id, name }) => (
                  <li key={id}>{name}</li>
                ))}
              </ul>
            </dd>
          </div>
        </dl>
        {action}
      </div>
    </Card>
  );
}
