// Try it: a call with the reader's own test key, what it is answered, and the way of the message that it has
// sent.
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
import { useText } from '../../text/useText.ts';
import { linkTo } from '../../ui/richText.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './api.module.css';
import { Code } from './Code.tsx';
import { useReference } from './context.ts';
import { loginLink } from './Part.tsx';
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
  const { filled, reader, setMessageId } = useReference();
  const [answer, setAnswer] = useState<PublicAnswer | null>(null);
  const { run, busy, failure } = useAction({
    call: async () => {
      const given = await callPublic({ ...request, ...filled });
      setAnswer(given);
      if (isSent(given)) setMessageId(given.body.id);
    },
    inPlace: true,
  });
  const sends = request.method === 'POST' && request.json !== undefined;
  const looks = sends ? { color: 'rust', badge: <TestTag /> } : { variant: 'outline' };

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
                <Typed
                  input={input}
                  value={values[input.name] ?? input.initial}
                  onChange={(value) => onChange(input.name, value)}
                />
                {input.name === 'from' && sends ? <Endings onChoose={(to) => onChange('to', to)} /> : null}
              </Fragment>
            ))}
          </SimpleGrid>
          {failure ? <Failure>{failure}</Failure> : null}
          {reader.state === 'ready' ? (
            <Box>
              <SubmitButton busy={busy} busyLabel={t('action.sending')} {...looks}>
                {sends ? t('action.send') : t('api.call')}
              </SubmitButton>
            </Box>
          ) : (
            <WhyNot />
          )}
        </Stack>
      </form>
      <div aria-live="polite">{answer ? <Answer title={title} answer={answer} /> : null}</div>
    </Box>
  );
}

type TypedProps = { input: Input; value: string; onChange: (value: string) => void };

function Typed({ input, value, onChange }: TypedProps) {
  const { name, required, words } = input;
  const props = {
    label: <code>{name}</code>,
    value,
    required,
    withAsterisk: false,
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (words.length > 0) {
    return (
      <div>
        <Text fw={500} mb={8}>
          <code>{name}</code>
        </Text>
        <SegmentedControl aria-label={name} data={[...words]} value={value} onChange={onChange} />
      </div>
    );
  }
  if (name === 'body')
    return <Textarea {...props} className={classes.whole ?? ''} autosize minRows={2} spellCheck />;
  return <TextInput {...props} autoComplete="off" />;
}

/** Numbers to choose from, by what becomes of a message to them. */
function Endings({ onChoose }: { onChoose: (to: string) => void }) {
  const t = useText();
  return (
    <Group gap={6} className={classes.whole ?? ''} role="group" aria-label={t('api.testNumbers')}>
      {TEST_OUTCOMES.map(({ ending, description }) => (
        <UnstyledButton
          key={ending}
          className={classes.ending ?? ''}
          title={description}
          aria-label={`${ending}: ${description}`}
          onClick={() => onChoose(testNumber(ending))}
        >
          …{ending}
        </UnstyledButton>
      ))}
    </Group>
  );
}

/** A number of the simulator by its ending. */
export const testNumber = (ending: string): string => `+9477000${ending}`;

/** Explains why the button is missing. */
function WhyNot() {
  const t = useText();
  const { reader } = useReference();
  if (reader.state === 'loading' || reader.state === 'ready') return null;
  const words = {
    signedOut: 'api.trySignedOut',
    noProject: 'api.tryNoProject',
    hidden: 'api.tryHidden',
  } as const;
  const link = reader.state === 'signedOut' ? loginLink : linkTo(paths.home);
  return <Text c="dimmed">{t.rich(words[reader.state], { link })}</Text>;
}

type Sent = PublicAnswer & { body: SmsObject };

/** Whether an answer is a message on its way. */
function isSent(answer: PublicAnswer): answer is Sent {
  return answer.status === 201;
}

function Answer({ title, answer }: { title: string; answer: PublicAnswer }) {
  const t = useText();
  const refused = errorAnswer.safeParse(answer.body);
  return (
    <Stack gap={16} mt={16}>
      <Code
        low
        label={t('api.answerTo', { call: title })}
        code={typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2)}
        head={
          <Text fz={13} pl={10} truncate>
            <Text span inherit fw={600} c={refused.success ? 'var(--danger)' : 'var(--success)'}>
              {t('api.status', { status: String(answer.status) })}
            </Text>
            <Text span inherit ml={12} c="dimmed" className="mono">
              x-request-id {answer.requestId}
            </Text>
          </Text>
        }
      />
      {isSent(answer) ? <Way sent={answer.body} /> : null}
    </Stack>
  );
}

/** How often the message is asked for: ever less often, and no more when it stays as it is. */
const FIRST_MS = 250;
const LONGEST_MS = 5_000;
const MOST_ASKED = 30;

const isFinal = ({ status }: SmsObject): boolean => status === 'DELIVERED' || status === 'FAILED';

/** The way of a message, asked for as a program would until it has ended. */
function Way({ sent }: { sent: SmsObject }) {
  const t = useText();
  const { filled } = useReference();
  const { data: message = sent } = useQuery({
    queryKey: ['visitor', 'sent', sent.id],
    queryFn: async () => {
      const answer = await callPublic({ method: 'GET', path: `/v1/messages/${sent.id}`, ...filled });
      return answer.status === 200 ? (answer.body as SmsObject) : sent;
    },
    refetchInterval: ({ state: { data, dataUpdateCount: asked } }) =>
      (data && isFinal(data)) || asked >= MOST_ASKED ? false : Math.min(LONGEST_MS, FIRST_MS * 1.25 ** asked),
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
