// The callback of a message: its URL, the last answer and all attempts.
import type { MessageDetail } from '@godwit/contract/messages/messages';
import type { ProjectSummary } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Box, Button, Flex, Group, Text, Title } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { replayCallbacks } from '../../api/messages.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { answerText, CallbackAnswer, isAccepted } from '../../components/message/CallbackAnswer.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay, formatInstant, formatTime, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';

type Callback = NonNullable<MessageDetail['status_callback']>;

export function CallbackCard({
  id,
  callback: { url, attempt_count: count, attempts },
  project,
}: {
  id: string;
  callback: Callback;
  project: ProjectSummary;
}) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const last = attempts.at(-1);
  const sendAgain = () =>
    confirm({
      title: t('message.callbackAgain'),
      text: t('message.callbackAgainText'),
      action: t('message.callbackAgain'),
      busyLabel: t('message.callbackAgainBusy'),
      call: async () => {
        await replayCallbacks(id, project.id);
        toastSuccess(t('message.callbackAgainDone'));
        await queries.invalidateQueries({ queryKey: ['message'] });
      },
    });
  return (
    <Card>
      <Group justify="space-between" gap="8px 16px">
        <CardTitle>{t('message.callback')}</CardTitle>
        {last ? (
          <Pill tone={isAccepted(last) ? 'success' : 'danger'} icon={isAccepted(last) ? IconCheck : IconX}>
            {answerText(last, t)}
          </Pill>
        ) : (
          <Pill tone="neutral" icon={IconClock}>
            {t('message.callbackNone')}
          </Pill>
        )}
      </Group>
      <Text className="mono" mt={12} style={{ overflowWrap: 'anywhere' }}>
        {/* Lets the URL break after a slash rather than inside a word. */}
        {url.split(/(?<=\/)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one URL, never reordered
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </Text>
      {last && may(project.role, 'send') ? (
        <Button variant="default" mt={16} onClick={sendAgain}>
          {t('message.callbackAgain')}
        </Button>
      ) : null}
      {last ? <Attempts count={count} attempts={attempts} /> : null}
      {confirmDialog}
    </Card>
  );
}

function Attempts({ count, attempts }: { count: number; attempts: Callback['attempts'] }) {
  const t = useText();
  // If all attempts are on one day, times suffice, because the page already shows the day.
  const hasDays = new Set(attempts.map(({ at }) => formatDay(at))).size > 1;
  return (
    <Box component="section" className="ruled" mt={24} pt={16}>
      <Title order={3} size="h4">
        {t('message.callbackAttempts')}
      </Title>
      {count > attempts.length ? (
        <Text mt={4} fz={13} c="dimmed">
          {t('message.callbackMore', { shown: attempts.length, attempts: count })}
        </Text>
      ) : null}
      <Box component="ol" p={0}>
        {attempts.map((attempt) => (
          <Flex component="li" key={attempt.at} wrap="wrap" columnGap={12} mt={12} fz={13}>
            <Text component="time" inherit c="dimmed" dateTime={attempt.at} title={formatUtc(attempt.at)}>
              {hasDays ? formatInstant(attempt.at) : formatTime(attempt.at)}
            </Text>
            <Box flex={1}>{attempt.status}</Box>
            <CallbackAnswer attempt={attempt} />
            {attempt.error ? (
              <Text span inherit w="100%" c="dimmed">
                {attempt.error}
              </Text>
            ) : null}
          </Flex>
        ))}
      </Box>
    </Box>
  );
}
