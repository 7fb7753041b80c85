// How a message was delivered, step by step, with a rail and bars, so that the slow step is seen before it is read.
import type { MessageDetail } from '@godwit/contract/messages';
import { Box, Flex, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { stopWord } from '../../components/MessageWay.tsx';
import { Moment } from '../../components/Moment.tsx';
import { formatDay, formatTimeMs } from '../../format.ts';
import { said } from '../../text/sentences.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import classes from './DeliveryDetails.module.css';
import { formatSeconds, type Step, shareOfSlowest, timelineOf } from './timeline.ts';

export function DeliveryDetails({ message }: { message: MessageDetail }) {
  const t = useText();
  const steps = timelineOf(message);
  return (
    <Card padded={false}>
      <CardTitle lts={0} p={{ base: 16, sm: '20px 24px' }}>
        {t('message.delivery')}
      </CardTitle>
      {message.failure ? (
        <Flex
          component="p"
          gap={12}
          m={{ base: '0 16px 16px', sm: '0 24px 20px' }}
          p="12px 16px"
          bdrs={8}
          bg="var(--danger-soft)"
          c="var(--danger)"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          <IconAlertCircle size={20} stroke={1.75} style={{ flex: 'none' }} aria-hidden="true" />
          <span>{said(message.failure.description)}</span>
        </Flex>
      ) : null}
      <table className={`ruled ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('message.event')}</th>
            <th scope="col">{t('message.platform')}</th>
            <th scope="col">{t('message.timestamps')}</th>
            <th scope="col">{t('message.elapsed')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <StepRow key={step.event} step={step} share={shareOfSlowest(step, steps)} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function StepRow({ step, share }: { step: Step; share: number }) {
  const t = useText();
  const { event, platform, at, elapsedMs } = step;
  return (
    <tr className={classes.step} data-event={event} data-pending={at === null || undefined}>
      <th scope="row" className={classes.event}>
        {t(stopWord(event))}
      </th>
      <Box component="td" className={classes.platform ?? ''} c="dimmed">
        {t(`platform.${platform}`)}
      </Box>
      <td className={classes.when}>
        {at ? (
          <Moment instant={at}>
            <Text span inherit mr={8} c="dimmed">
              {formatDay(at)}
            </Text>{' '}
            {formatTimeMs(at)}
          </Moment>
        ) : (
          t('field.none')
        )}
      </td>
      <td className={classes.elapsed}>
        {elapsedMs === null ? (
          t('field.none')
        ) : (
          <Group justify="flex-end" gap={12} wrap="nowrap">
            <Flex visibleFrom="sm" justify="flex-end" flex="0 1 120px" miw={24}>
              <Box w={`${share * 100}%`} miw={2} h={6} bdrs={3} bg="var(--primary)" opacity={0.8} />
            </Flex>
            {/* As wide as most, so that the bars end on one line. */}
            <Text span inherit miw={56}>
              {t('message.seconds', { seconds: formatSeconds(elapsedMs) })}
            </Text>
          </Group>
        )}
      </td>
    </tr>
  );
}
