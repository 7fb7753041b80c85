// The sections about all calls: authentication, TEST and its numbers, errors, idempotency and rate limits.
import { TEST_NUMBERS, TEST_OUTCOMES } from '@godwit/contract/publicApi/testNumbers';
import { Anchor, Box, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { OPENAPI_PATH } from '../../api/reference.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { SupportLine } from '../../components/SupportLine.tsx';
import { paths } from '../../paths.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { bold, linkTo } from '../../ui/richText.tsx';
import classes from './api.module.css';
import { Code, Sample } from './Code.tsx';
import { useReference } from './context.ts';
import { allErrors, type Call, callsOf } from './fields.ts';
import { codeTag, loginLink, ReferenceSection } from './ReferenceSection.tsx';
import { inputsOf, requestOf } from './request.ts';
import { type SampleCall, sampleOf } from './samples.ts';
import { testNumber } from './TryIt.tsx';

/** Returns the example request of a call. */
function useExample(operationId: string): SampleCall | null {
  const { api, messageId } = useReference();
  const call: Call | undefined = callsOf(api).find(({ operation }) => operation.operationId === operationId);
  return call ? requestOf(call, inputsOf(call, api, messageId), {}) : null;
}

function CallSample({ label, call }: { label: string; call: SampleCall | null }) {
  const { sampleValues } = useReference();
  if (!call) return null;
  return (
    <Sample
      label={label}
      write={(language) => sampleOf(language, call, { origin: location.origin, ...sampleValues })}
    />
  );
}

export function Introduction() {
  const t = useText();
  const send = useExample('sendMessage');
  const title = t('api.introduction');
  return (
    <ReferenceSection
      id="introduction"
      title={title}
      code={<CallSample label={t('api.firstMessage')} call={send && { ...send, name: 'FirstMessage' }} />}
    >
      <Text>{t('api.introductionText')}</Text>
      <Reader />
      <dl className={classes.facts}>
        <dt>{t('api.host')}</dt>
        <dd>
          <code>{location.origin}</code>
        </dd>
        <dt>{t('api.bodies')}</dt>
        <dd>{t.rich('api.bodiesText', { code: codeTag })}</dd>
        <dt>{t('api.values')}</dt>
        <dd>{t.rich('api.valuesText', { code: codeTag })}</dd>
        <dt>{t('api.requestId')}</dt>
        <dd>{t.rich('api.requestIdText', { code: codeTag })}</dd>
        <dt>OpenAPI</dt>
        <dd>
          {t.rich('api.openApiText', {
            link: (chunks) => (
              <Anchor key="link" href={OPENAPI_PATH} inherit>
                {chunks}
              </Anchor>
            ),
          })}
        </dd>
      </dl>
    </ReferenceSection>
  );
}

/** Names the project whose id and key the samples contain, or explains how to get the reader's own. */
function Reader() {
  const t = useText();
  const { reader } = useReference();
  if (reader.state === 'loading') return null;
  if (reader.state === 'signedOut')
    return <NoteBox tone="info">{t.rich('api.filledSignedOut', { link: loginLink })}</NoteBox>;
  if (reader.state === 'noProject')
    return <NoteBox tone="info">{t.rich('api.filledNoProject', { link: linkTo(paths.home) })}</NoteBox>;
  const textId = reader.state === 'hidden' ? 'api.filledHidden' : 'api.filled';
  return <NoteBox tone="info">{t.rich(textId, { project: reader.projectName, b: bold })}</NoteBox>;
}

export function Authentication() {
  const t = useText();
  const title = t('api.authentication');
  const login = useExample('login');
  return (
    <ReferenceSection id="authentication" title={title} code={<CallSample label={title} call={login} />}>
      <Text>{t('api.authenticationText')}</Text>
      <Text>{t('api.twoKeys')}</Text>
      <Text>{t('api.keepKeys')}</Text>
    </ReferenceSection>
  );
}

export function TestMode() {
  const t = useText();
  return (
    <ReferenceSection id="test-mode" title={t('api.testMode')}>
      <Text>{t.rich('api.testModeText', { code: codeTag })}</Text>
      <div>
        <Text component="p" fz={13} fw={600} pb={8}>
          {t('api.testNumbers')}
        </Text>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('api.number')}</th>
              <th scope="col">{t('api.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {TEST_OUTCOMES.map(({ ending, description }) => (
              <tr key={ending}>
                <td>
                  <TestNumber number={testNumber(ending)} />
                </td>
                <td>{translate(description)}</td>
              </tr>
            ))}
            <tr>
              <td>{t('api.anyOther')}</td>
              <td>{t('api.anyOtherText')}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <Text>{t('api.testErrors')}</Text>
    </ReferenceSection>
  );
}

function TestNumber({ number }: { number: string }) {
  const t = useText();
  return (
    <span className={classes.number}>
      <span className="mono">{number}</span>
      <CopyButton
        value={number}
        label={t('api.copy', { what: number })}
        copiedLabel={t('action.copied')}
        size={28}
      />
    </span>
  );
}

export function ErrorCodes() {
  const t = useText();
  const { api } = useReference();
  // A narrow screen has the test number below the meaning. Drawing both would double the copy buttons.
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const numbers = new Map<number, string>(TEST_NUMBERS.map(({ code, to }) => [code, to]));
  const example = {
    code: 2000,
    description: 'Invalid phone number.',
    fields: { to: 'Invalid phone number.' },
  };
  return (
    <ReferenceSection id="error-codes" title={t('api.errorCodes')}>
      <Text>
        {t.rich('api.errorCodesText', { code: codeTag })} <SupportLine />
      </Text>
      <Code label={t('api.exampleAnswer', { status: '400' })} code={JSON.stringify(example, null, 2)} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('api.codes')}</th>
            <th scope="col">{t('api.meaning')}</th>
            {isNarrow ? null : <th scope="col">{t('api.testNumber')}</th>}
          </tr>
        </thead>
        <tbody>
          {allErrors(api).map(({ status, code, description }) => {
            const number = numbers.get(code);
            const shown = number ? <TestNumber number={number} /> : null;
            return (
              <tr key={code} id={`error-${code}`}>
                <td>
                  <span className={classes.status}>{status} /</span>{' '}
                  <Link to={`/docs/errors/${code}`} className={classes.link}>
                    <b className={classes.errorCode}>{code}</b>
                  </Link>
                </td>
                <td>
                  {translate(description)}
                  {isNarrow ? <div>{shown}</div> : null}
                </td>
                {isNarrow ? null : <td>{shown ?? t('field.none')}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ReferenceSection>
  );
}

export function Idempotency() {
  const t = useText();
  const send = useExample('sendMessage');
  const title = t('api.idempotency');
  const call = send && { ...send, name: 'SendOnce', headers: { 'idempotency-key': 'order-48213' } };
  return (
    <ReferenceSection id="idempotency" title={title} code={<CallSample label={title} call={call} />}>
      <Text>{t.rich('api.idempotencyText', { code: codeTag })}</Text>
      <Text>{t.rich('api.idempotencyReplay', { code: codeTag })}</Text>
    </ReferenceSection>
  );
}

export function RateLimits() {
  const t = useText();
  const headers = 'RateLimit-Policy: "api";q=100;w=1\nRateLimit: "api";r=98;t=1';
  return (
    <ReferenceSection
      id="rate-limits"
      title={t('api.rateLimits')}
      code={<Code label={t('api.headersLabel')} code={headers} />}
    >
      <Text>{t.rich('api.rateLimitsText', { code: codeTag })}</Text>
      <Box>{t.rich('api.tooMany', { code: codeTag })}</Box>
    </ReferenceSection>
  );
}
