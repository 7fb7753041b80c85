// The last look before a campaign is made: exactly how many, what it costs, who is skipped or left out and
// why, and how it reads.

import type { CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import { SKIP_REASONS } from '@godwit/contract/campaigns/rules';
import { fieldsWithoutFallback, MERGE_FIELDS } from '@godwit/contract/messages/mergeFields';
import { Button, Flex, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import {
  ReviewBody,
  ReviewFigures,
  ReviewFoot,
  ReviewModal,
  ReviewRow,
  ReviewRows,
  ReviewTable,
  ReviewText,
} from '../../components/dialog/ReviewModal.tsx';
import { TestTag } from '../../components/frame/Mode.tsx';
import { TopUp } from '../../components/frame/TopUp.tsx';
import { formatZone } from '../../components/message/schedule.ts';
import { formatCount, formatLocal, formatMoney, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { campaignReview } from '../../text/campaignReview/en.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { skippedLines } from './counts.ts';
import type { Review } from './useReview.ts';

type Shown = Pick<NonNullable<Review['shown']>, 'form' | 'preview'>;

export const CreateDialog = withTexts(ReviewOfCampaign, campaignReview);

/** `note`: about the time at which it goes, until it is made. */
function ReviewOfCampaign({ review, note }: { review: Review; note: ReactNode }) {
  const t = useText();
  const { shown, opened, sending, created, close } = review;
  return (
    <ReviewModal
      opened={opened}
      onClose={close}
      locked={sending}
      title={t(review.editing ? 'compose.editTitle' : 'review.title')}
    >
      {shown ? (
        <>
          <ReviewBody>
            <Exactly shown={shown} isCreated={created !== null} note={created ? null : note} />
            <Messages shown={shown} />
          </ReviewBody>
          <Foot review={review} shown={shown} />
        </>
      ) : null}
    </ReviewModal>
  );
}

type ExactlyProps = { shown: Shown; isCreated: boolean; note: ReactNode };

function Exactly({ shown: { form, preview }, isCreated, note }: ExactlyProps) {
  const t = useText();
  const { region } = useTeam();
  const { fits, recipients, schedule, first_left_out, lacking } = preview;
  const isTest = form.mode === 'TEST';
  return (
    <ReviewText>
      <p>
        {fits.message_count > 0
          ? t(isCreated ? 'review.created' : 'send.deliveredTo', { count: fits.message_count })
          : t('review.nobody')}
      </p>
      {schedule ? (
        <p>
          {t('send.goesAt', {
            time: formatLocal(schedule.local),
            zone: formatZone(schedule.timezone, schedule),
          })}
        </p>
      ) : null}
      <ReviewFigures
        figures={[
          [t('field.messages'), formatCount(fits.message_count)],
          [t('field.segments'), formatCount(fits.segments)],
          [t(isTest ? 'review.costOfTest' : 'field.cost'), formatPrice(fits.cost, region.currency_symbol)],
          [t('campaign.skipped'), formatCount(recipients - fits.message_count)],
        ]}
      />
      <SkippedList preview={preview} />
      {note || first_left_out || Object.keys(lacking).length > 0 ? (
        <Stack gap={12} mt={16} c="var(--text)" fz={13}>
          {note}
          {first_left_out ? <LeftOut form={form} preview={preview} /> : null}
          <Lacking form={form} preview={preview} />
        </Stack>
      ) : null}
    </ReviewText>
  );
}

/** How many are skipped, and why. */
function SkippedList({ preview: { skipped } }: { preview: CampaignPreview }) {
  const t = useText();
  const { duplicates, ...reasons } = skipped;
  const lines: { words: string; count: number }[] = [
    ...skippedLines(reasons).map(({ reason, count }) => ({
      words: translate(SKIP_REASONS[reason]),
      count,
    })),
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

/**
 * What the balance and the daily limit do not cover, whose messages these are, and what can be done about it.
 */
function LeftOut({ form, preview }: Shown) {
  const t = useText();
  const { region } = useTeam();
  const readable = useReadableNumber();
  const { fits, message_count: all, left_out, balance, daily_limit, first_left_out, schedule } = preview;
  const money = (amount: number) => formatMoney(amount, region.currency_symbol);
  return (
    <NoteBox tone="warning">
      <Text inherit fw={600}>
        {t('review.fits', { fits: fits.message_count, all })}
      </Text>
      {left_out.balance > 0 ? (
        <p>
          {t('review.overBalance', { count: left_out.balance, balance: money(balance) })}
          <TopUp />
        </p>
      ) : null}
      {daily_limit && left_out.daily_limit > 0 ? (
        <p>
          {t.rich('review.overLimit', {
            count: left_out.daily_limit,
            limit: money(daily_limit.limit),
            spent: money(daily_limit.spent),
            link: linkTo(paths.usageLimits(form.project_id)),
          })}
        </p>
      ) : null}
      <p>
        {t('review.order', { number: readable(first_left_out ?? '') })}{' '}
        {t(schedule ? 'review.asOfNow' : 'review.againLater')}
      </p>
    </NoteBox>
  );
}

/** Which merge fields stay empty for how many, and what to write so that they do not. */
function Lacking({ form: { content }, preview: { lacking } }: Shown) {
  const t = useText();
  const empty = fieldsWithoutFallback(content);
  return MERGE_FIELDS.map((field) => {
    const count = lacking[field] ?? 0;
    if (count === 0) return null;
    if (!empty.includes(field)) return <p key={field}>{t('review.lackingFilled', { count, field })}</p>;
    const example = `{${field}|${t('review.fallback')}}`;
    return (
      <NoteBox key={field} tone="warning">
        {t('review.lacking', { count, field, example })}
      </NoteBox>
    );
  });
}

function Messages({ shown: { preview } }: { shown: Shown }) {
  const t = useText();
  const readable = useReadableNumber();
  const { messages_preview: rows, message_count: all, schedule } = preview;
  if (rows.length === 0) return null;
  const sendTime = schedule ? formatLocal(schedule.local) : t('send.now');
  return (
    <ReviewRows>
      <Text flex="none" p={{ base: '0 16px 8px', xs: '0 24px 8px' }} fz={13} c="dimmed">
        {rows.length < all
          ? t('review.first', { shown: rows.length, all })
          : t('review.all', { count: rows.length })}
      </Text>
      <ReviewTable label={t('review.preview')}>
        {rows.map(({ to, from, body, left_out }) => (
          <ReviewRow
            key={to}
            number={readable(to)}
            from={from}
            sendTime={sendTime}
            message={body}
            reason={left_out && translate(SKIP_REASONS[left_out])}
            whole={!left_out}
          />
        ))}
      </ReviewTable>
    </ReviewRows>
  );
}

function Foot({ review, shown: { form, preview } }: { review: Review; shown: Shown }) {
  const t = useText();
  const { region } = useTeam();
  const { sending, created, problem, close, send } = review;
  const see = useRef<HTMLAnchorElement>(null);
  // The button that had the focus is gone then.
  useEffect(() => {
    if (created) see.current?.focus();
  }, [created]);

  if (created) {
    return (
      <ReviewFoot progress={review.editing ? null : <Text c="dimmed">{t('review.leaving')}</Text>}>
        <Button ref={see} component={Link} to={paths.campaign(created.id)}>
          {t('review.seeCampaign')}
        </Button>
      </ReviewFoot>
    );
  }
  const { fits, message_count: all, schedule } = preview;
  const count = fits.message_count;
  // What is scheduled is all of it: the balance and the limit are looked at again when it starts.
  const { message_count: sends, cost } = schedule ? preview : fits;
  // What does not fit now may do so when its time has come.
  const noMessages = schedule ? all === 0 : count === 0;
  const isPart = count < all;
  const isTest = form.mode === 'TEST';
  const ask =
    isPart && !noMessages
      ? t(schedule ? 'review.askLater' : 'review.ask', { count, left: all - count })
      : null;
  const words = problem ?? ask;
  return (
    <ReviewFoot
      progress={
        words ? (
          <Text flex="1 1 280px" c={problem ? 'var(--danger)' : 'var(--text)'}>
            {words}
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
          busyLabel={t(review.editing ? 'action.saving' : 'action.creating')}
          color={isTest ? 'rust' : 'tide'}
          badge={isTest ? <TestTag /> : undefined}
          onClick={() => void send()}
        >
          {t(schedule ? 'review.schedule' : 'review.send', {
            count: sends,
            cost: isTest ? 'none' : formatPrice(cost, region.currency_symbol),
          })}
        </SubmitButton>
      )}
    </ReviewFoot>
  );
}
