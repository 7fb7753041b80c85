// What both verification screens share: verified, pending, loading and failed views; the form only where one can be sent.
import type { VerificationRequest } from '@godwit/contract/verification';
import { Box, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconClock, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { verificationsQuery } from '../../api/requests.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { NotApproved, RequestFacts } from '../../components/Request.tsx';
import { formatInstant, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay, useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Columns } from '../../ui/Columns.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
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
      <Columns>
        <Verified />
      </Columns>
    );
  }
  if (requests.data) {
    const [last = null] = requests.data;
    if (last?.status === 'PENDING') {
      return (
        <Columns>
          <Pending request={last} action={pendingAction} />
          <NextSteps />
        </Columns>
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
      <Stack gap={32} aria-busy="true">
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={56} />
      </Stack>
    </Card>
  );
}

function Verified() {
  const t = useText();
  return (
    <Card>
      <Stack gap={0} align="flex-start">
        <IconShieldCheck size={32} stroke={1.5} color="var(--success)" aria-hidden="true" />
        <Title order={2} mt={16} mb={4}>
          {t('verify.doneTitle')}
        </Title>
        <Text c="dimmed" mb={24}>
          {t('verify.doneText')}
        </Text>
        <Button component={Link} to={paths.home}>
          {t('page.goHome')}
        </Button>
      </Stack>
    </Card>
  );
}

function Pending({ request, action }: { request: VerificationRequest; action: ReactNode }) {
  const t = useText();
  const { created_at: at, account_type: type } = request;
  const submitted = (
    <time key="at" dateTime={at} title={formatUtc(at)}>
      {formatInstant(at)}
    </time>
  );
  return (
    <Card>
      <Stack gap={0} align="flex-start">
        <Pill tone="neutral" icon={IconClock}>
          {t('status.inReview')}
        </Pill>
        <Title order={2} mt={16} mb={4}>
          {t('verify.pending')}
        </Title>
        <Text c="dimmed" mb={24}>
          {t('verify.pendingHint')}
        </Text>
        <RequestFacts
          facts={[
            [t('verify.submitted'), submitted],
            ...(type ? ([[t('field.accountType'), t(`accountType.${type}`)]] as const) : []),
          ]}
          documents={request.attachments}
        />
        <Box mt={24}>{action}</Box>
      </Stack>
    </Card>
  );
}

// What became of the request before this one.
export function LastRequest({ last }: { last: VerificationRequest | null }) {
  const t = useText();
  if (!last) return null;
  const title = last.status === 'WITHDRAWN' ? 'verify.withdrawnTitle' : 'verify.rejectedTitle';
  return <NotApproved title={t(title)} decidedAt={last.decided_at} reason={last.reason} />;
}

// Beside both forms: what becomes of a request, and who sees the documents.
const STEPS = ['verify.next1', 'verify.next2', 'verify.next3'] as const;

export function NextSteps() {
  const t = useText();
  return (
    <Card>
      <Title order={2} size="h3" mb={16}>
        {t('verify.nextTitle')}
      </Title>
      <ol className={classes.next}>
        {STEPS.map((step, index) => (
          <li key={step}>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            {t(step)}
          </li>
        ))}
      </ol>
      <p className={classes.private}>{t('verify.private')}</p>
    </Card>
  );
}
