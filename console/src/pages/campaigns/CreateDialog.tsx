// The review before a campaign is created: its exact figures and cost, the skipped and left-out recipients
// with reasons, and a preview of the messages.

import type { CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import { SKIP_REASONS } from '@godwit/contract/campaigns/rules';
import { fieldsWithoutFallback, MERGE_FIELDS } from '@godwit/contract/messages/mergeFields';
import { Box, Button, Flex, Stack, Text } from '@mantine/core';
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
import { Passage } from '../../ui/Facts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { type Confirmation, Confirmations, useConfirmation } from './Confirmations.tsx';
import { skipCounts } from './counts.ts';
import { RetryLeftOut } from './RetryField.tsx';
import type { Retry } from './retry.ts';
import { useRecipientPreview } from './useRecipientPreview.tsx';
import type { Review, Shown } from './useReview.ts';

export const CreateDialog = withTexts(CampaignReview, campaignReview);
// In the bundle of this dialog, so it needs none of its own.
export { RetryField } from './RetryField.tsx';

type Props = {
  review: Review;
  /** Whom it is sent to again; null if it goes to groups. */
  retry: Retry | null;
  /** A note about the send time. It is shown until the campaign is created. */
  note: ReactNode;
};

function CampaignReview({ review, retry, note }: Props) {
  const t = useText();
  const { shown, opened, sending, created, close } = review;
  const confirmation = useConfirmation(shown);
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
            <ReviewSummary
              shown={shown}
              isCreated={created !== null}
              retry={retry}
              note={created ? null : note}
            />
            {created ? null : <Confirmations shown={shown} confirmation={confirmation} />}
            <FirstMessage shown={shown} />
            <Messages shown={shown} />
          </ReviewBody>
          <ReviewActions review={review} shown={shown} confirmation={confirmation} />
        </>
      ) : null}
    </ReviewModal>
  );
}

type SummaryProps = Omit<Props, 'review'> & { shown: Shown; isCreated: boolean };

function ReviewSummary({ shown: { fields, preview }, isCreated, retry, note }: SummaryProps) {
  const t = useText();
  const { region } = useTeam();
  const { fits, recipients, schedule, first_left_out, lacking, without_consent, without_brand } = preview;
  const isTest = fields.mode === 'TEST';
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
      {retry ? (
        <Box mt={12}>
          <RetryLeftOut retry={retry} />
        </Box>
      ) : null}
      {note || first_left_out || without_consent + without_brand + Object.keys(lacking).length > 0 ? (
        <Stack gap={12} mt={16} c="var(--text)" fz={13}>
          {note}
          {first_left_out ? <LeftOut fields={fields} preview={preview} /> : null}
          <MissingFields fields={fields} preview={preview} />
          {without_consent > 0 ? <p>{t('review.withoutConsent', { count: without_consent })}</p> : null}
          {without_brand > 0 ? (
            <NoteBox tone="warning">
              {t.rich('review.withoutBrand', {
                ...{ count: without_brand, sender: fields.from },
                link: linkTo(paths.senderId),
              })}
            </NoteBox>
          ) : null}
        </Stack>
      ) : null}
    </ReviewText>
  );
}

/** The number of skipped recipients by reason. */
function SkippedList({ preview: { skipped } }: { preview: CampaignPreview }) {
  const t = useText();
  const { duplicates, ...reasons } = skipped;
  const lines: { label: string; count: number }[] = [
    ...skipCounts(reasons).map(({ reason, count }) => ({
      label: translate(SKIP_REASONS[reason]),
      count,
    })),
    ...(duplicates > 0 ? [{ label: t('review.duplicates'), count: duplicates }] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <Flex component="ul" wrap="wrap" gap="4px 24px" mt={12} aria-label={t('review.why')}>
      {lines.map(({ label, count }) => (
        <li key={label}>
          <Text span c="var(--text)" fw={500}>
            {formatCount(count)}
          </Text>{' '}
          {label}
        </li>
      ))}
    </Flex>
  );
}

/**
 * Shows how many messages the balance and the daily limit do not cover, from which number on, and what to do.
 */
function LeftOut({ fields, preview }: Shown) {
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
            link: linkTo(paths.usageLimits(fields.project_id)),
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

/** Shows how many recipients lack a merge field, and how to write a fallback for it. */
function MissingFields({ fields: { content }, preview: { lacking } }: Shown) {
  const t = useText();
  const unfilled = fieldsWithoutFallback(content);
  return MERGE_FIELDS.map((field) => {
    const count = lacking[field] ?? 0;
    if (count === 0) return null;
    if (!unfilled.includes(field)) return <p key={field}>{t('review.lackingFilled', { count, field })}</p>;
    const example = `{${field}|${t('review.fallback')}}`;
    return (
      <NoteBox key={field} tone="warning">
        {t('review.lacking', { count, field, example })}
      </NoteBox>
    );
  });
}

/** The message of one recipient, if it differs between recipients. */
function FirstMessage({ shown: { fields, preview } }: { shown: Shown }) {
  const people = preview.messages_preview.map(({ to: number, ...message }) => ({ ...message, number }));
  const seen = useRecipientPreview(fields.content, people);
  if (!seen) return null;
  return (
    <Box flex="none" p={{ base: '0 16px 16px', xs: '0 24px 24px' }}>
      {seen.head}
      <Flex mt={4}>
        <Passage>{seen.text}</Passage>
      </Flex>
      {seen.foot}
    </Box>
  );
}

function Messages({ shown: { fields, preview } }: { shown: Shown }) {
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
        {rows.map(({ to, from, sender_shown, body, left_out }) => (
          <ReviewRow
            key={to}
            number={readable(to)}
            // A server of an older version returns only `from`.
            from={(fields.mode === 'LIVE' && sender_shown) || from}
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

type ActionsProps = { review: Review; shown: Shown; confirmation: Confirmation };

function ReviewActions({ review, shown: { fields, preview }, confirmation }: ActionsProps) {
  const t = useText();
  const { region } = useTeam();
  const { sending, created, problem, close, send } = review;
  const campaignLink = useRef<HTMLAnchorElement>(null);
  // The button that had the focus disappears once the campaign exists.
  useEffect(() => {
    if (created) campaignLink.current?.focus();
  }, [created]);

  if (created) {
    return (
      <ReviewFoot progress={review.editing ? null : <Text c="dimmed">{t('review.leaving')}</Text>}>
        <Button ref={campaignLink} component={Link} to={paths.campaign(created.id)}>
          {t('review.seeCampaign')}
        </Button>
      </ReviewFoot>
    );
  }
  const { fits, message_count: all, schedule } = preview;
  const count = fits.message_count;
  // A scheduled campaign keeps all messages: its start checks the balance and the limit again.
  const { message_count: sends, cost } = schedule ? preview : fits;
  // Messages that do not fit now may fit when a scheduled campaign starts.
  const noMessages = schedule ? all === 0 : count === 0;
  const isPart = count < all;
  const isTest = fields.mode === 'TEST';
  const question =
    isPart && !noMessages
      ? t(schedule ? 'review.askLater' : 'review.ask', { count, left: all - count })
      : null;
  const { open } = confirmation;
  const text = problem ?? (open > 0 && !noMessages ? t('review.confirmFirst', { count: open }) : question);
  return (
    <ReviewFoot
      progress={
        text ? (
          <Text flex="1 1 280px" c={problem ? 'var(--danger)' : 'var(--text)'}>
            {text}
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
          disabled={confirmation.open > 0}
          onClick={() => void send(confirmation.fields)}
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
