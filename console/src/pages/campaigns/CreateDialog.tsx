// The last look before a campaign is made: exactly how many, what it costs, who is skipped and why, and how it reads.
import { type CampaignPreview, SKIP_REASONS } from '@godwit/contract/campaigns';
import { Box, Button, Flex, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import {
  ReviewFoot,
  ReviewModal,
  ReviewRow,
  ReviewTable,
  ReviewText,
} from '../../components/ReviewModal.tsx';
import { formatPicked, formatZone } from '../../components/schedule.ts';
import { formatCount, formatMoney, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TagBadge } from '../../ui/TagBadge.tsx';
import { skippedLines } from './counts.ts';
import type { Review } from './useReview.ts';

type Shown = NonNullable<Review['shown']>;

export function CreateDialog({ review }: { review: Review }) {
  const t = useText();
  const { shown, opened, sending, close } = review;
  return (
    <ReviewModal opened={opened} onClose={close} locked={sending} title={t('review.title')}>
      {shown ? (
        <>
          <Exactly shown={shown} />
          <Messages shown={shown} />
          <Foot review={review} shown={shown} />
        </>
      ) : null}
    </ReviewModal>
  );
}

function Exactly({ shown: { form, preview } }: { shown: Shown }) {
  const t = useText();
  const { region } = useTeam();
  const { message_count: messages, schedule } = preview;
  const isTest = form.mode === 'TEST';
  return (
    <ReviewText>
      <p>{messages > 0 ? t('send.deliveredTo', { count: messages }) : t('review.nobody')}</p>
      {schedule ? (
        <p>
          {t('send.goesAt', {
            time: formatPicked(schedule.local),
            zone: formatZone(schedule.timezone, schedule),
          })}
        </p>
      ) : null}
      <Flex component="dl" wrap="wrap" gap="12px 24px" mt={16}>
        <Figure name={t('field.messages')} value={formatCount(messages)} />
        <Figure name={t('field.segments')} value={formatCount(preview.segments)} />
        <Figure
          name={t(isTest ? 'review.costOfTest' : 'field.cost')}
          value={formatPrice(preview.cost, region.currency_symbol)}
        />
        <Figure name={t('campaign.skipped')} value={formatCount(preview.recipients - messages)} />
      </Flex>
      <SkippedList preview={preview} />
      {isTest || preview.enough ? null : <NotEnough balance={preview.balance} />}
    </ReviewText>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <Box flex={{ base: '1 0 40%', xs: 1 }}>
      <Text component="dt" fz={13}>
        {name}
      </Text>
      <Text
        component="dd"
        c="var(--text)"
        fz={20}
        lh="28px"
        fw={600}
        lts="-0.01em"
        style={{ overflowWrap: 'anywhere' }}
      >
        {value}
      </Text>
    </Box>
  );
}

/** How many are skipped, and why. */
function SkippedList({ preview: { skipped } }: { preview: CampaignPreview }) {
  const t = useText();
  const { duplicates, ...reasons } = skipped;
  const lines: { words: string; count: number }[] = [
    ...skippedLines(reasons).map(({ reason, count }) => ({ words: SKIP_REASONS[reason], count })),
    ...(duplicates > 0 ? [{ words: t('review.duplicates'), count: duplicates }] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <Flex component="ul" wrap="wrap" gap="4px 24px" mt={12} aria-label={t('review.why')}>
      {lines.map(({ words, count }) => (
        <li key={words}>
          <Text span c="var(--text)" fw={500}>
            {formatCount(count)}
          </Text>{' '}
          {words}
        </li>
      ))}
    </Flex>
  );
}

function NotEnough({ balance }: { balance: number }) {
  const t = useText();
  const { region } = useTeam();
  return (
    <Text mt={12} c="var(--danger)">
      {t('review.notEnough', { balance: formatMoney(balance, region.currency_symbol) })}
    </Text>
  );
}

function Messages({ shown: { preview } }: { shown: Shown }) {
  const t = useText();
  const readable = useReadableNumber();
  const { messages_preview: rows, message_count: all, schedule } = preview;
  if (rows.length === 0) return null;
  const sendTime = schedule ? formatPicked(schedule.local) : t('send.now');
  return (
    <>
      <Text flex="none" p={{ base: '0 16px 8px', xs: '0 24px 8px' }} fz={13} c="dimmed">
        {rows.length < all
          ? t('review.first', { shown: rows.length, all })
          : t('review.all', { count: rows.length })}
      </Text>
      <ReviewTable label={t('review.preview')}>
        {rows.map(({ to, from, body }) => (
          <ReviewRow key={to} number={readable(to)} from={from} sendTime={sendTime} message={body} whole />
        ))}
      </ReviewTable>
    </>
  );
}

function Foot({ review, shown: { form, preview } }: { review: Review; shown: Shown }) {
  const t = useText();
  const { sending, created, problem, close, send } = review;
  const see = useRef<HTMLAnchorElement>(null);
  // The button that had the focus is gone then.
  useEffect(() => {
    if (created) see.current?.focus();
  }, [created]);

  if (created) {
    return (
      <ReviewFoot progress={<Text c="dimmed">{t('review.leaving')}</Text>}>
        <Button ref={see} component={Link} to={paths.campaign(created.id)}>
          {t('review.seeCampaign')}
        </Button>
      </ReviewFoot>
    );
  }
  const noMessages = preview.message_count === 0;
  const isTest = form.mode === 'TEST';
  return (
    <ReviewFoot
      progress={
        problem ? (
          <Text mt={12} c="var(--danger)">
            {problem}
          </Text>
        ) : null
      }
    >
      <Button variant={noMessages ? 'filled' : 'outline'} disabled={sending} onClick={close}>
        {t('send.makeChanges')}
      </Button>
      {noMessages ? null : (
        <SubmitButton
          busy={sending}
          busyLabel={t('action.creating')}
          color={isTest ? 'rust' : 'tide'}
          badge={isTest ? <TagBadge>{t('mode.test')}</TagBadge> : undefined}
          onClick={() => void send()}
        >
          {t('action.send')}
        </SubmitButton>
      )}
    </ReviewFoot>
  );
}
