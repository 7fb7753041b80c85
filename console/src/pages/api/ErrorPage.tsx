// An error of the public API, at `/docs/errors/{code}`, open to everyone: its effect, and the next step.
import { TEST_NUMBERS } from '@godwit/contract/publicApi/testNumbers';
import { Anchor, Box, Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { type OpenApi, openApiQuery } from '../../api/reference.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { SupportLine } from '../../components/SupportLine.tsx';
import { paths } from '../../paths.ts';
import { apiReference } from '../../text/api/en.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './api.module.css';
import { allErrors, callsOf, type DocumentedError, errorsOf, idOf } from './fields.ts';
import { codeTag } from './ReferenceSection.tsx';

function ErrorPage() {
  const t = useText();
  const { code = '' } = useParams();
  useDocumentTitle(`${t('api.error', { code })} · Godwit`);
  const { data: api, error, refetch } = useQuery(openApiQuery);
  const found = api && allErrors(api).find((one) => String(one.code) === code);
  return (
    <Box component="main" id="content" tabIndex={-1} style={{ outline: 'none' }}>
      {api ? (
        found ? (
          <ErrorFacts found={found} api={api} />
        ) : (
          <Notice title={t('api.errorUnknown')} text={t('api.errorUnknownText', { code })}>
            <ToAll />
          </Notice>
        )
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Box maw={720} mx="auto" p={24}>
          <LoadingCard heights={[40, 80]} />
        </Box>
      )}
    </Box>
  );
}

export default withTexts(ErrorPage, apiReference);

function ToAll() {
  const t = useText();
  return (
    <Button variant="outline" component={Link} to={`${paths.api}#error-codes`}>
      {t('api.errorAll')}
    </Button>
  );
}

function ErrorFacts({ found: { code, status, description }, api }: { found: DocumentedError; api: OpenApi }) {
  const t = useText();
  const calls = callsOf(api).filter(({ operation }) => errorsOf(operation).some((one) => one.code === code));
  const test = TEST_NUMBERS.find((one) => one.code === code);
  return (
    <Stack gap={32} maw={720} mx="auto" px={24} py={40}>
      <div>
        <Title mb={4}>{t('api.error', { code: String(code) })}</Title>
        <Text c="dimmed">HTTP {status}</Text>
      </div>
      <Text fz={18} lh="28px" style={{ overflowWrap: 'anywhere' }}>
        {translate(description)}
      </Text>
      <Part title={t('api.errorEffect')}>
        <Text>{t.rich(effectOf(status), { code: codeTag })}</Text>
      </Part>
      {test ? (
        <Part title={t('api.errorTry')}>
          <Text>{t.rich('api.errorTryText', { number: test.to, code: codeTag })}</Text>
        </Part>
      ) : null}
      <Part title={t('api.exampleAnswer', { status: String(status) })}>
        <pre className={classes.answer} translate="no">
          {JSON.stringify({ code, description }, null, 2)}
        </pre>
      </Part>
      <Part title={t('api.errorCalls')}>
        <ul className={classes.calls}>
          {calls.map((call) => (
            <li key={call.operation.operationId}>
              <Anchor component={Link} to={`${paths.api}#${idOf(call)}`} className="mono" fz={13}>
                {call.method} {call.path}
              </Anchor>
            </li>
          ))}
        </ul>
      </Part>
      <div>
        <Text c="dimmed" mb={16}>
          {t.rich('api.errorSupport', { code: codeTag })} <SupportLine />
        </Text>
        <ToAll />
      </div>
    </Stack>
  );
}

/** The sentence that says whether a refused call has sent or charged anything. */
function effectOf(status: number) {
  if (status === 429) return 'api.errorWait' as const;
  return status >= 500 ? ('api.errorUnsure' as const) : ('api.errorNothing' as const);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={2} fz={16} mb={8}>
        {title}
      </Title>
      {children}
    </div>
  );
}
