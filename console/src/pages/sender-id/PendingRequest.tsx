// The pending request for a sender id: its answers, the next steps with the side that has to act, and its
// withdrawal.
import { OWNER_SCHEMES } from '@godwit/contract/owners';
import type { Project } from '@godwit/contract/projects';
import type { SenderIdRequest } from '@godwit/contract/senders';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { senderRequestsQuery, withdrawSenderRequest } from '../../api/requests.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { Moment } from '../../components/Moment.tsx';
import { RequestFacts } from '../../components/Request.tsx';
import { SupportLine } from '../../components/SupportLine.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { countryName } from '../../countryName.ts';
import { businessDaysSince } from '../../days.ts';
import { formatDay } from '../../format.ts';
import { classOfSender } from '../../senderClass.ts';
import { senderRequest } from '../../text/senderRequest/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { NextSteps } from './request/NextSteps.tsx';

/** After this many business days the page asks the customer to contact support. */
const SUPPORT_AFTER_DAYS = 7;

type Props = {
  project: Pick<Project, 'id' | 'country_rules'>;
  request: SenderIdRequest;
  mayWithdraw: boolean;
};

export const PendingRequest = withTexts(Pending, senderRequest);

function Pending({ project, request, mayWithdraw }: Props) {
  const t = useText();
  // A server of an older version does not return the countries.
  const { sender_id, created_at, documents, owner, legal_name, countries = [] } = request;
  const isLate = businessDaysSince(created_at, new Date()) > SUPPORT_AFTER_DAYS;
  const requested = <Moment instant={created_at}>{formatDay(created_at)}</Moment>;
  const scheme = OWNER_SCHEMES.find((one) => one === owner?.scheme);
  const ownedBy = [
    legal_name,
    ...(owner?.for_client ? [t('sender.ownerClient')] : []),
    owner && scheme ? `${t(`sender.scheme.${scheme}`)}: ${owner.number}` : t('sender.schemeNone'),
  ];
  return (
    <Card>
      <Group gap="8px 16px" mb={4}>
        <CardTitle>{t('sender.pendingTitle')}</CardTitle>
        <Pill tone="neutral" icon={IconClock}>
          {t('status.inReview')}
        </Pill>
      </Group>
      <Text c="dimmed" mb={24}>
        {t('sender.pendingText')}
      </Text>
      {isLate ? <Late request={request} /> : null}
      <Stack gap={24}>
        <RequestFacts
          facts={[
            [t('field.senderId'), <strong key="id">{sender_id}</strong>],
            [t('sender.type'), t(`senderClass.${classOfSender(request)}`)],
            [t('sender.step.owner'), ownedBy.map((line) => <div key={line}>{line}</div>)],
            [t('sender.countries'), countries.map(countryName).join(', ') || t('sender.elsewhere')],
            [t('sender.requestedOn'), requested],
          ]}
          documents={documents}
          none={t('sender.noDocuments')}
        />
        <NextSteps {...{ countries, isLate }} scheme={owner?.scheme ?? ''} rules={project.country_rules} />
        {mayWithdraw ? <Withdraw projectId={project.id} request={request} /> : null}
      </Stack>
    </Card>
  );
}

function Late({ request: { id } }: Pick<Props, 'request'>) {
  const t = useText();
  return (
    <Box mb={24} p="12px 16px" bg="var(--warning-soft)" bdrs={8}>
      {t('sender.late')} <SupportLine />
      <Group gap={8} style={{ overflowWrap: 'anywhere' }}>
        <span className="mono">{id}</span>
        <CopyButton value={id} label={t('sender.copyRequest')} copiedLabel={t('action.copied')} size={32} />
      </Group>
    </Box>
  );
}

function Withdraw({ projectId, request }: { projectId: string; request: SenderIdRequest }) {
  const t = useText();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const reload = () => void queries.invalidateQueries({ queryKey: senderRequestsQuery(projectId).queryKey });
  return (
    <Group gap="8px 16px">
      <Button variant="outline" onClick={() => setAsking(true)}>
        {t('sender.withdraw')}
      </Button>
      <Text c="dimmed" fz={13} flex="1 1 240px">
        {t('sender.withdrawHint')}
      </Text>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('sender.withdrawTitle', { sender: request.sender_id })}
        text={t('sender.withdrawText')}
        action={t('sender.withdraw')}
        busyLabel={t('sender.withdrawing')}
        call={async () => {
          await withdrawSenderRequest(projectId, request.id);
          toastSuccess(t('sender.withdrawn'));
          reload();
        }}
        onLost={reload}
      />
    </Group>
  );
}
