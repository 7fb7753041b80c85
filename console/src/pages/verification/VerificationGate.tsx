// Both verification screens share this: the verified, pending, loading and failed views. The form shows only
// if the customer can send one.
import type { VerificationRequest } from '@godwit/contract/verification';
import { Box, Center, Group, Stack, Text, Title } from '@mantine/core';
import { IconClock, IconShieldCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { profileQuery, retentionQuery } from '../../api/accounts.ts';
import { requestVerification, verificationsQuery } from '../../api/requests.ts';
import { focusInvalid } from '../../components/form/errors.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { HomeButton } from '../../components/frame/Wordmark.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { Moment } from '../../components/Moment.tsx';
import { NotApproved, RequestButton, RequestFacts } from '../../components/Request.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { paths } from '../../paths.ts';
import { useMay, useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { EmptyCard } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Columns } from '../../ui/Section.tsx';

type Props = {
  /** The button of the pending view. */
  pendingAction: ReactNode;
  /** Renders the form; `last` is the previous request if it was not approved. */
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
  if (!requests.data) {
    if (requests.error) return <LoadFailed error={requests.error} onRetry={() => void requests.refetch()} />;
    return <LoadingCard heights={[40, 40, 56]} gap={32} />;
  }
  const [last = null] = requests.data;
  if (last?.status === 'PENDING') {
    return (
      <Columns>
        <Pending request={last} action={pendingAction} />
        <NextSteps />
      </Columns>
    );
  }
  return mayRequest ? children(last) : <EmptyCard text={t('verify.notAllowed')} />;
}

type Request = Parameters<typeof requestVerification>[0];

type FormProps = {
  last: VerificationRequest | null;
  /**
   * Returns the request to submit, or null if a field is invalid. In that case it marks the invalid fields.
   */
  collect: () => Request | null;
  /** The label of the button, and its label while it is busy. */
  action: string;
  busyLabel: string;
  /** The fields. */
  children: ReactNode;
};

/** The form around the fields. If the server refuses the request, all input stays. */
export function RequestForm({ last, collect, action, busyLabel, children }: FormProps) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { run, busy } = useAction({
    call: async (request: Request) => {
      await requestVerification(request);
      toastSuccess(t('verify.sent'));
      navigate(paths.campaigns);
      for (const { queryKey } of [verificationsQuery, profileQuery])
        void queries.invalidateQueries({ queryKey });
    },
    once: true,
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const request = collect();
    if (request) run(request);
    else focusInvalid(event.currentTarget);
  }

  return (
    <Columns>
      <form onSubmit={submit} noValidate>
        <Card>
          <Stack gap={24}>
            {last ? (
              <NotApproved
                title={t(last.status === 'WITHDRAWN' ? 'verify.withdrawnTitle' : 'verify.rejectedTitle')}
                decidedAt={last.decided_at}
                reason={last.reason}
              />
            ) : null}
            {children}
            <RequestButton busy={busy} busyLabel={busyLabel}>
              {action}
            </RequestButton>
          </Stack>
        </Card>
      </form>
      <NextSteps />
    </Columns>
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
        <HomeButton />
      </Stack>
    </Card>
  );
}

function Pending({ request, action }: { request: VerificationRequest; action: ReactNode }) {
  const t = useText();
  const { created_at: at, account_type: type } = request;
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
            [t('verify.submitted'), <Moment key="at" instant={at} />],
            ...(type ? ([[t('field.accountType'), t(`accountType.${type}`)]] as const) : []),
          ]}
          documents={request.attachments}
        />
        <Box mt={24}>{action}</Box>
      </Stack>
    </Card>
  );
}

const STEPS = ['verify.next1', 'verify.next2', 'verify.next3'] as const;

/** Explains how a request is processed, and who can see the documents. */
function NextSteps() {
  const t = useText();
  const retentionDays = useQuery(retentionQuery).data?.documents ?? null;
  return (
    <Card>
      <CardTitle mb={16}>{t('verify.nextTitle')}</CardTitle>
      <Stack component="ol" p={0}>
        {STEPS.map((step, index) => (
          <Group key={step} component="li" gap={12} align="flex-start" wrap="nowrap">
            <Center
              w={24}
              h={24}
              flex="none"
              bd="1px solid var(--edge)"
              bdrs="50%"
              fz={13}
              fw={600}
              aria-hidden
            >
              {index + 1}
            </Center>
            {t(step)}
          </Group>
        ))}
      </Stack>
      <Text className="ruled" c="dimmed" fz={13} mt={16} pt={16}>
        {t('verify.private')}
        {retentionDays === null ? null : ` ${t('verify.kept', { days: retentionDays })}`}
      </Text>
    </Card>
  );
}
