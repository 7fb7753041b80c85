// The reply to a thread: its text with the live count, the number it comes from, and sending it. What is
// written stays until it is sent.
import type { ThreadPage } from '@godwit/contract/conversations';
import { countSegments, MAX_CHARACTERS, MAX_SEGMENTS } from '@godwit/contract/messages/segments';
import { Box, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { type Scope, threadQuery } from '../../api/conversations.ts';
import { errorMessage } from '../../api/errors.ts';
import { sendMessage } from '../../api/messages.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { TestTag } from '../../components/frame/Mode.tsx';
import { useReadableNumber } from '../../phone.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './conversation.module.css';
import { forgetReply, keyFor, type ReplyKey, replyKey, useBegunReply } from './replies.ts';

type Props = {
  place: Scope;
  number: string;
  /** Those that can be written from; undefined while they load. */
  numbers: readonly string[] | undefined;
  /** The one that the phone wrote to last. */
  written: string | undefined;
};

export function ReplyForm({ place, number, numbers, written }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const { id: personId } = useProfile();
  const thread = replyKey(place, number, personId);
  const begun = useBegunReply(thread);
  const { body } = begun;
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const countId = useId();
  const count = useMemo(() => countSegments(body, { promotional: false }), [body]);
  const from = numbers?.find((one) => one === (chosen ?? written)) ?? numbers?.[0];
  const { run, busy } = useReply({ place, number, thread, onProblem: setProblem });

  function write(next: string): void {
    setProblem(null);
    begun.write(next);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!from) return;
    if (body.trim() === '') setProblem(t('send.contentRequired'));
    else if (count.tooLong)
      setProblem(t('send.tooLong', { segments: MAX_SEGMENTS, characters: MAX_CHARACTERS }));
    else run({ body, from });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <Box component="form" ref={form} onSubmit={submit} noValidate className={`ruled ${classes.reply}`}>
      <Textarea
        aria-label={t('conversations.reply')}
        aria-describedby={countId}
        placeholder={t('conversations.reply')}
        styles={{ input: { padding: '8px 12px', fontSize: 16, lineHeight: '24px' } }}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MAX_CHARACTERS}
        value={body}
        onKeyDown={onKeyDown}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Failure>{problem}</Failure>
      <Group mt={8} gap="8px 12px" justify="space-between">
        <Group gap="0 16px" flex="1 1 140px" miw={0} fz={13} c="dimmed">
          {numbers && numbers.length > 1 ? (
            <NativeSelect
              aria-label={t('conversations.replyFrom')}
              data={numbers.map((one) => ({ value: one, label: readable(one) }))}
              value={from ?? ''}
              onChange={(event) => setChosen(event.currentTarget.value)}
              w={190}
            />
          ) : (
            <span>{from ? `${t('conversations.replyFrom')} ${readable(from)}` : null}</span>
          )}
          <span id={countId}>
            {t(body.length >= MAX_CHARACTERS ? 'send.charactersFull' : 'send.characters', {
              count: count.characters,
            })}
            {count.encoding === 'UNICODE' ? ` · ${t('send.unicode')}` : null}
            {' · '}
            <Text span inherit fw={600} c={count.tooLong ? 'var(--danger)' : 'var(--text)'}>
              {t('send.segmentsOf', { count: count.segments, most: MAX_SEGMENTS })}
            </Text>
          </span>
          <Text span inherit ml="auto" visibleFrom="sm">
            {t('conversations.sendKeys')}
          </Text>
        </Group>
        <SubmitButton
          busy={busy}
          busyLabel={t('conversations.sending')}
          flex={{ base: '1 0 auto', sm: 'none' }}
          disabled={!from}
          {...(place.mode === 'TEST' ? { color: 'rust', badge: <TestTag /> } : {})}
        >
          {t('conversations.send')}
        </SubmitButton>
      </Group>
    </Box>
  );
}

type Reply = { body: string; from: string };
type Sending = { place: Scope; number: string; thread: ReplyKey; onProblem: (words: string) => void };

/**
 * Sends a reply, which is in the thread with its answer. Sent again as it is, after no answer came, it goes
 * once.
 */
function useReply({ place, number, thread, onProblem }: Sending) {
  const queries = useQueryClient();
  return useAction<Reply>({
    call: async ({ body, from }) => {
      const key = keyFor(thread, JSON.stringify([body, from]));
      const sent = await sendMessage({ ...place, to: number, from, body, send_at: null }, key);
      forgetReply(thread, { body, key });
      queries.setQueryData(threadQuery(place, number).queryKey, (page: ThreadPage | undefined) =>
        page
          ? {
              ...page,
              results: [
                ...page.results.filter(({ id }) => id !== sent.id),
                { ...sent, text_kept: true, platform: 'WEB' as const },
              ],
            }
          : page,
      );
      void queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    onError: (error) => {
      onProblem(errorMessage(error));
      return true;
    },
  });
}
