// The reply form of a thread: the text with its segment count, and the number that it is sent from. The
// browser keeps the draft until it is sent.
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
import { clearSentReply, keyFor, type ReplyKey, replyKey, useReplyDraft } from './replyDrafts.ts';

type Props = {
  scope: Scope;
  number: string;
  /** The numbers that can send the reply; undefined while they load. */
  numbers: readonly string[] | undefined;
  /** The number that the phone wrote to last. */
  writtenTo: string | undefined;
};

export function ReplyForm({ scope, number, numbers, writtenTo }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const { id: personId } = useProfile();
  const thread = replyKey(scope, number, personId);
  const draft = useReplyDraft(thread);
  const { body } = draft;
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const countId = useId();
  const count = useMemo(() => countSegments(body, { promotional: false }), [body]);
  const from = numbers?.find((candidate) => candidate === (chosen ?? writtenTo)) ?? numbers?.[0];
  const { run, busy } = useSendReply({ scope, number, thread, onProblem: setProblem });

  function write(next: string): void {
    setProblem(null);
    draft.write(next);
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
              data={numbers.map((value) => ({ value, label: readable(value) }))}
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
          {...(scope.mode === 'TEST' ? { color: 'rust', badge: <TestTag /> } : {})}
        >
          {t('conversations.send')}
        </SubmitButton>
      </Group>
    </Box>
  );
}

type Reply = { body: string; from: string };
type SendProps = { scope: Scope; number: string; thread: ReplyKey; onProblem: (text: string) => void };

/**
 * Sends a reply and adds it to the thread when the response arrives. A retry after a lost response does not
 * send it twice.
 */
function useSendReply({ scope, number, thread, onProblem }: SendProps) {
  const queries = useQueryClient();
  return useAction<Reply>({
    call: async ({ body, from }) => {
      const key = keyFor(thread, JSON.stringify([body, from]));
      const sent = await sendMessage({ ...scope, to: number, from, body, send_at: null }, key);
      clearSentReply(thread, { body, key });
      queries.setQueryData(threadQuery(scope, number).queryKey, (page: ThreadPage | undefined) =>
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
