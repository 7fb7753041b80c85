// The reply to a thread: its text with the live count, the number it comes from, and sending it. What is written stays until it is sent.
import type { ThreadPage } from '@godwit/contract/conversations';
import type { ProjectSummary } from '@godwit/contract/projects';
import { countSegments, MAX_CHARACTERS, MAX_SEGMENTS } from '@godwit/contract/segments';
import { Box, Group, Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type Place, threadQuery } from '../../api/conversations.ts';
import { wordsFor } from '../../api/errors.ts';
import { sendMessage } from '../../api/messages.ts';
import { MessageField } from '../../components/MessageField.tsx';
import { TestTag } from '../../components/Mode.tsx';
import { useAction } from '../../components/useSubmit.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { forgetReply, keyFor, useBegunReply } from './replies.ts';

type Props = {
  project: ProjectSummary;
  place: Place;
  number: string;
  /** Those that can be written from; undefined while they load. */
  numbers: readonly string[] | undefined;
  /** The one that the phone wrote to last. */
  written: string | undefined;
};

export function ReplyForm({ project, place, number, numbers, written }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const begun = useBegunReply(place, number);
  const { body } = begun;
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isArchived = project.archived_at !== null;
  const count = useMemo(() => countSegments(body, { promotional: false }), [body]);
  const from = numbers?.find((one) => one === (chosen ?? written)) ?? numbers?.[0];
  const { run, busy } = useReply({ place, number, onProblem: setProblem });

  function write(next: string): void {
    setProblem(null);
    begun.write(next);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!from || isArchived) return;
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
    <Box component="form" ref={form} onSubmit={submit} noValidate p={16} className="ruled">
      <MessageField
        body={body}
        count={count}
        promotional={false}
        error={undefined}
        label={t('conversations.reply')}
        short
        onKeyDown={onKeyDown}
        onChange={write}
      />
      <Failure>{problem}</Failure>
      <Group mt={8} gap={12} justify="space-between">
        {numbers && numbers.length > 1 ? (
          <Select
            aria-label={t('conversations.replyFrom')}
            data={numbers.map((one) => ({ value: one, label: readable(one) }))}
            value={from ?? null}
            onChange={(value) => value !== null && setChosen(value)}
            allowDeselect={false}
            w={200}
          />
        ) : (
          <Text fz={13} c="dimmed">
            {from ? `${t('conversations.replyFrom')} ${readable(from)}` : null}
          </Text>
        )}
        <Text fz={13} c="dimmed" ml="auto" visibleFrom="sm">
          {t('conversations.sendKeys')}
        </Text>
        <SubmitButton
          busy={busy}
          busyLabel={t('conversations.sending')}
          disabled={!from || isArchived}
          {...(place.mode === 'TEST' ? { color: 'rust', badge: <TestTag /> } : {})}
        >
          {t('conversations.send')}
        </SubmitButton>
      </Group>
    </Box>
  );
}

type Reply = { body: string; from: string };
type Sending = { place: Place; number: string; onProblem: (words: string) => void };

/** Sends a reply, which is in the thread with its answer. Sent again as it is, after no answer came, it goes once. */
function useReply({ place, number, onProblem }: Sending) {
  const queries = useQueryClient();
  return useAction<Reply>({
    call: async ({ body, from }) => {
      const key = keyFor(place, number, JSON.stringify([body, from]));
      const sent = await sendMessage({ ...place, to: number, from, body, send_at: null }, key);
      forgetReply(place, number, { body, key });
      queries.setQueryData(threadQuery(place, number).queryKey, (page: ThreadPage | undefined) =>
        page
          ? {
              ...page,
              results: [
                ...page.results.filter(({ id }) => id !== sent.id),
                { ...sent, platform: 'WEB' as const },
              ],
            }
          : page,
      );
      void queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    onError: (error) => {
      onProblem(wordsFor(error));
      return true;
    },
  });
}
