// Try it: makes a call with the reader's test key and shows the response. If the call sent a message, it also
// shows the progress of the message.
import { errorAnswer } from '@godwit/contract/common';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { TEST_OUTCOMES } from '@godwit/contract/publicApi/testNumbers';
import {
  Anchor,
  Box,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { callPublic, type PublicAnswer } from '../../api/reference.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { TestTag } from '../../components/frame/Mode.tsx';
import { MessageProgress } from '../../components/message/MessageProgress.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { paths } from '../../paths.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { linkTo } from '../../ui/richText.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './api.module.css';
import { Code } from './Code.tsx';
import { useReference } from './context.ts';
import { loginLink } from './ReferenceSection.tsx';
import type { Input } from './request.ts';
import type { SampleCall } from './samples.ts';

type Props = {
  title: string;
  inputs: readonly Input[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
  request: SampleCall;
};

export function TryIt({ title, inputs, values, onChange, request }: Props) {
  const t = useText();
  const { sampleValues, reader, setMessageId } = useReference();
  const [response, setResponse] = useState<PublicAnswer | null>(null);
  const { run, busy, failure } = useAction({
    call: async () => {
      const received = await callPublic({ ...request, ...sampleValues });
      setResponse(received);
      if (isSent(received)) setMessageId(received.body.id);
    },
    inPlace: true,
  });
  const sends = request.method === 'POST' && request.json !== undefined;
  const buttonProps = sends ? { color: 'rust', badge: <TestTag /> } : { variant: 'outline' };

  return (
    <Box className={classes.tryIt ?? ''} component="section" aria-label={t('api.tryCall', { call: title })}>
      <Text component="p" fz={14} fw={600}>
        {t('api.tryIt')}
      </Text>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Stack gap={16}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
            {inputs.map((input) => (
              <Fragment key={input.name}>
                <InputField
                  input={input}
                  value={values[input.name] ?? input.initial}
                  onChange={(value) => onChange(input.name, value)}
                />
                {input.name === 'from' && sends ? (
                  <TestNumberButtons onChoose={(to) => onChange('to', to)} />
                ) : null}
              </Fragment>
            ))}
          </SimpleGrid>
          {failure ? <Failure>{failure}</Failure> : null}
          {reader.state === 'ready' ? (
            <Box>
              <SubmitButton busy={busy} busyLabel={t('action.sending')} {...buttonProps}>
                {sends ? t('action.send') : t('api.call')}
              </SubmitButton>
            </Box>
          ) : (
            <NoKeyText />
          )}
        </Stack>
      </form>
      <div aria-live="polite">{response ? <ResponsePanel title={title} response={response} /> : null}</div>
    </Box>
  );
}

type InputFieldProps = { input: Input; value: string; onChange: (value: string) => void };

function InputField({ input, value, onChange }: InputFieldProps) {
  const { name, required, allowedValues } = input;
  const props = {
    label: <code>{name}</code>,
    value,
    required,
    withAsterisk: false,
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (allowedValues.length > 0) {
    return (
      <div>
        <Text fw={500} mb={8}>
          <code>{name}</code>
        </Text>
        <SegmentedControl aria-label={name} data={[...allowedValues]} value={value} onChange={onChange} />
      </div>
    );
  }
  if (name === 'body')
    return <Textarea {...props} className={classes.fullWidth ?? ''} autosize minRows={2} spellCheck />;
  return <TextInput {...props} autoComplete="off" />;
}

/** Buttons that fill in a test number for each outcome. */
function TestNumberButtons({ onChoose }: { onChoose: (to: string) => void }) {
  const t = useText();
  return (
    <Group gap={6} className={classes.fullWidth ?? ''} role="group" aria-label={t('api.testNumbers')}>
      {TEST_OUTCOMES.map(({ ending, description }) => {
        const outcome = translate(description);
        return (
          <UnstyledButton
            key={ending}
            className={classes.ending ?? ''}
            title={outcome}
            aria-label={`${ending}: ${outcome}`}
            onClick={() => onChoose(testNumber(ending))}
          >
            …{ending}
          </UnstyledButton>
        );
      })}
    </Group>
  );
}

/** Returns a test number with this ending. */
export const testNumber = (ending: string): string => `+9477000${ending}`;

/** Replaces the button if the reader has no test key. */
function NoKeyText() {
  const t = useText();
  const { reader } = useReference();
  if (reader.state === 'loading' || reader.state === 'ready') return null;
  const texts = {
    signedOut: 'api.trySignedOut',
    noProject: 'api.tryNoProject',
    hidden: 'api.tryHidden',
  } as const;
  const link = reader.state === 'signedOut' ? loginLink : linkTo(paths.home);
  return <Text c="dimmed">{t.rich(texts[reader.state], { link })}</Text>;
}

type SentResponse = PublicAnswer & { body: SmsObject };

/** Whether the call created a message. */
function isSent(response: PublicAnswer): response is SentResponse {
  return response.status === 201;
}

function ResponsePanel({ title, response }: { title: string; response: PublicAnswer }) {
  const t = useText();
  const { status, requestId, body } = response;
  const isError = errorAnswer.safeParse(body).success;
  return (
    <Stack gap={16} mt={16}>
      <Code
        isCapped
        label={t('api.answerTo', { call: title })}
        code={typeof body === 'string' ? body : JSON.stringify(body, null, 2)}
        head={
          <Text fz={13} pl={10} truncate>
            <Text span inherit fw={600} c={isError ? 'var(--danger)' : 'var(--success)'}>
              {t('api.status', { status: String(status) })}
            </Text>
            <Text span inherit ml={12} c="dimmed" className="mono">
              x-request-id {requestId}
            </Text>
          </Text>
        }
      />
      {isSent(response) ? <SentMessage sent={response.body} /> : null}
    </Stack>
  );
}

/** The message is polled at growing intervals until it is final, but only this many times. */
const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 5_000;
const MAX_POLLS = 30;

const isFinal = ({ status }: SmsObject): boolean => status === 'DELIVERED' || status === 'FAILED';

/** Shows the progress of the sent message. It polls the public API, as a program would. */
function SentMessage({ sent }: { sent: SmsObject }) {
  const t = useText();
  const { sampleValues } = useReference();
  const { data: message = sent } = useQuery({
    queryKey: ['visitor', 'sent', sent.id],
    queryFn: async () => {
      const response = await callPublic({
        method: 'GET',
        path: `/v1/messages/${sent.id}`,
        ...sampleValues,
      });
      return response.status === 200 ? (response.body as SmsObject) : sent;
    },
    refetchInterval: ({ state: { data, dataUpdateCount: polls } }) =>
      (data && isFinal(data)) || polls >= MAX_POLLS
        ? false
        : Math.min(MAX_POLL_MS, FIRST_POLL_MS * 1.25 ** polls),
  });
  return (
    <Box p={16} bg="var(--surface)" bd="1px solid var(--hairline)" bdrs={8}>
      <Group justify="space-between">
        <StatusPill status={message.status} />
        <Anchor component={Link} to={paths.message(message.id)}>
          {t('api.inLogs')}
        </Anchor>
      </Group>
      <MessageProgress message={message} />
    </Box>
  );
}
