// The reference of the public API, at `/api`, open to everyone. Samples have the project id and test key of a
// signed-in reader. Parameters and responses come from GET /v1/openapi.json, which the server generates from
// its schemas.
import { VERSION } from '@godwit/contract/version';
import { Box, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type OpenApi, openApiQuery } from '../../api/reference.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { oneOf, useAddress } from '../../components/list/useAddress.ts';
import { apiReference } from '../../text/api/en.ts';
import type { TextId } from '../../text/catalogue.ts';
import { lists } from '../../text/lists/en.ts';
import { logs } from '../../text/logs/en.ts';
import { shell } from '../../text/shell/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { LoadingCard } from '../../ui/Card.tsx';
import classes from './api.module.css';
import { CallSection } from './CallSection.tsx';
import { Code, Sample } from './Code.tsx';
import { callbackSample } from './callbackSamples.ts';
import { ReferenceContext, useReader, useReference } from './context.ts';
import { type Call, callsOf, fieldsOf, idOf, parameterFields } from './fields.ts';
import { Authentication, ErrorCodes, Idempotency, Introduction, RateLimits, TestMode } from './Guides.tsx';
import { type Entry, Menu } from './Menu.tsx';
import { codeTag, Description, FieldList, ReferenceSection } from './ReferenceSection.tsx';
import { SAMPLE_LANGUAGES } from './samples.ts';
import { outlinesOf, placesOf } from './search.ts';
import { useOpenSections } from './useOpenSections.ts';

const GUIDES = [
  { id: 'introduction', title: 'api.introduction', Guide: Introduction },
  { id: 'authentication', title: 'api.authentication', Guide: Authentication },
  { id: 'test-mode', title: 'api.testMode', Guide: TestMode },
  { id: 'error-codes', title: 'api.errorCodes', Guide: ErrorCodes },
  { id: 'idempotency', title: 'api.idempotency', Guide: Idempotency },
  { id: 'rate-limits', title: 'api.rateLimits', Guide: RateLimits },
] as const satisfies readonly { id: string; title: TextId; Guide: () => React.ReactNode }[];

/** The titles of calls, in the order of the page. Other calls follow with the summary of the description. */
const TITLES: Readonly<Record<string, TextId>> = {
  sendMessage: 'api.send',
  getMessage: 'api.details',
  listMessages: 'api.log',
  sendBatch: 'api.batch',
  cancelMessage: 'api.cancel',
  putConsent: 'api.putConsent',
  listConsents: 'api.listConsents',
  putOptOut: 'api.putOptOut',
  listOptOuts: 'api.listOptOuts',
  deleteOptOut: 'api.deleteOptOut',
  listContacts: 'api.listContacts',
  createContact: 'api.createContact',
  getContact: 'api.getContact',
  changeContact: 'api.changeContact',
  deleteContact: 'api.deleteContact',
  listGroups: 'api.listGroups',
  createGroup: 'api.createGroup',
  deleteGroup: 'api.deleteGroup',
  putMembers: 'api.putMembers',
  listCampaigns: 'api.listCampaigns',
  createCampaign: 'api.createCampaign',
  getCampaign: 'api.getCampaign',
  cancelCampaign: 'api.cancelCampaign',
  listTemplates: 'api.listTemplates',
  createTemplate: 'api.createTemplate',
  getTemplate: 'api.getTemplate',
  changeTemplate: 'api.changeTemplate',
  deleteTemplate: 'api.deleteTemplate',
  listConversations: 'api.listConversations',
  getConversation: 'api.getConversation',
  listConversationMessages: 'api.listConversationMessages',
  readConversation: 'api.readConversation',
  listEvents: 'api.listEvents',
  listWebhookEndpoints: 'api.listEndpoints',
  createWebhookEndpoint: 'api.createEndpoint',
  getWebhookEndpoint: 'api.getEndpoint',
  changeWebhookEndpoint: 'api.changeEndpoint',
  deleteWebhookEndpoint: 'api.deleteEndpoint',
  resendEvent: 'api.resendEvent',
  listPrices: 'api.prices',
  listSenders: 'api.senders',
  getBalance: 'api.balance',
  login: 'api.login',
  startVerification: 'api.start',
  checkVerification: 'api.check',
  checkNumber: 'api.checkNumber',
  resendVerification: 'api.resend',
  cancelVerification: 'api.cancelCode',
  getVerification: 'api.getCode',
  giveFeedback: 'api.feedback',
  listVerificationProfiles: 'api.listProfiles',
  createVerificationProfile: 'api.createProfile',
  getVerificationProfile: 'api.getProfile',
  changeVerificationProfile: 'api.changeProfile',
  deleteVerificationProfile: 'api.deleteProfile',
};

function ApiPage() {
  const t = useText();
  useDocumentTitle(`${t('api.title')} · Godwit`);
  const { data, error, refetch } = useQuery(openApiQuery);
  if (data) return <Reference api={data} />;
  if (!error) return <Loading />;
  return (
    <main id="content">
      <LoadFailed error={error} onRetry={() => void refetch()} />
    </main>
  );
}

function Loading() {
  return (
    <Box component="main" id="content" maw="var(--content-width)" mx="auto" p={24}>
      <LoadingCard heights={[40, 80, 240]} />
    </Box>
  );
}

function Reference({ api }: { api: OpenApi }) {
  const t = useText();
  const [messageId, setMessageId] = useState<string | null>(null);
  const { state, change } = useAddress(
    (params) => ({ language: oneOf(SAMPLE_LANGUAGES, params.get('language')) ?? SAMPLE_LANGUAGES[0] }),
    { isPart: true },
  );
  const { language } = state;
  const calls = useMemo(() => sortCalls(callsOf(api)), [api]);
  const titleOf = ({ operation }: Call) => {
    const known = TITLES[operation.operationId];
    return known ? t(known) : (operation.summary ?? operation.operationId);
  };
  const ofCodes = calls.filter(({ operation }) => operation.tags?.includes('Verifications'));
  const others = calls.filter((call) => !ofCodes.includes(call));
  const entries = useEntries({ others, ofCodes }, titleOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts only change when the language does
  const places = useMemo(
    () => placesOf(api, calls, { titleOf, messageTitle: t('api.smsObject') }),
    [api, calls, t('api.title')],
  );
  const outlines = useMemo(() => outlinesOf(places), [places]);
  const { isOpen, setOpen } = useOpenSections();
  const sectionOf = (call: Call) => {
    const id = idOf(call);
    const props = { id, call, title: titleOf(call), isOpen: isOpen(id), setOpen };
    return <CallSection key={id} {...props} outline={outlines.get(`#${id}`) ?? ''} />;
  };
  useEffect(() => {
    // The browser found no anchor to scroll to, because the page was still loading.
    const id = location.hash.slice(1);
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    document.getElementById(id)?.scrollIntoView();
  }, []);

  return (
    <ReferenceContext
      value={{
        ...{ api, language, messageId, setMessageId },
        setLanguage: (next) => change({ language: next }, { replace: true }),
        ...useReader(),
      }}
    >
      <main className={classes.page}>
        <Menu entries={entries} places={places} onFollow={(id) => setOpen(id, true)} />
        <Box id="content" tabIndex={-1} miw={0} style={{ outline: 'none' }}>
          {GUIDES.map(({ id, Guide }) => (
            <Guide key={id} />
          ))}
          <ReferenceSection id="messages" title={t('api.messages')}>
            <Description>{t('api.messagesText')}</Description>
          </ReferenceSection>
          {others.map(sectionOf)}
          <ReferenceSection id="sms-object" title={t('api.smsObject')} isInner>
            <FieldList title={t('api.fields')} fields={fieldsOf(api.components.schemas.Message ?? {}, api)} />
          </ReferenceSection>
          <ReferenceSection id="verifications" title={t('api.verifications')}>
            <Description>{t('api.verificationsText')}</Description>
          </ReferenceSection>
          {ofCodes.map(sectionOf)}
          <Callbacks />
          <IncomingCallbacks />
          <Verifying />
          <Clients />
        </Box>
      </main>
    </ReferenceContext>
  );
}

/** Sorts calls by the order of TITLES, with the others at the end. */
function sortCalls(calls: readonly Call[]): Call[] {
  const known = Object.keys(TITLES);
  const positionOf = ({ operation: { operationId } }: Call) =>
    known.includes(operationId) ? known.indexOf(operationId) : known.length;
  return calls.toSorted((a, b) => positionOf(a) - positionOf(b));
}

function useEntries(
  { others, ofCodes }: { others: readonly Call[]; ofCodes: readonly Call[] },
  titleOf: (call: Call) => string,
): Entry[] {
  const t = useText();
  const entryOf = (call: Call) => ({ id: idOf(call), title: titleOf(call), isInner: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts only change when the language does
  return useMemo(
    () => [
      ...GUIDES.map(({ id, title }) => ({ id, title: t(title) })),
      { id: 'messages', title: t('api.messages') },
      ...others.map(entryOf),
      { id: 'sms-object', title: t('api.smsObject'), isInner: true },
      { id: 'verifications', title: t('api.verifications') },
      ...ofCodes.map(entryOf),
      { id: 'callbacks', title: t('api.callbacks') },
      { id: 'incoming-messages', title: t('api.incoming'), isInner: true },
      { id: 'verify-a-callback', title: t('api.verifying'), isInner: true },
      { id: 'clients', title: t('api.clients') },
    ],
    [others.length, ofCodes.length, t('api.title')],
  );
}

/** The requests that report a status to the customer's server: their body and headers. */
function Callbacks() {
  const t = useText();
  const { api } = useReference();
  const { parameters = [], requestBody } = api.webhooks.messageStatus.post;
  const { schema = {}, example } = requestBody?.content['application/json'] ?? {};
  return (
    <ReferenceSection
      id="callbacks"
      title={t('api.callbacks')}
      code={<Code label={t('api.callbackExample')} code={JSON.stringify(example, null, 2)} />}
    >
      <Text>{t.rich('api.callbacksText', { code: codeTag })}</Text>
      <Text>{t.rich('api.callbacksReach', { code: codeTag })}</Text>
      <Text>{t.rich('api.callbacksRetry', { code: codeTag })}</Text>
      <FieldList title={t('api.callbackBody')} fields={fieldsOf(schema, api)} />
      <FieldList title={t('api.callbackHeaders')} fields={parameterFields(parameters)} />
    </ReferenceSection>
  );
}

/** The requests that deliver incoming messages to the URL in the project's settings. */
function IncomingCallbacks() {
  const t = useText();
  const { api } = useReference();
  const { schema = {}, example } =
    api.webhooks.incomingMessage.post.requestBody?.content['application/json'] ?? {};
  return (
    <ReferenceSection
      id="incoming-messages"
      title={t('api.incoming')}
      isInner
      code={<Code label={t('api.incomingExample')} code={JSON.stringify(example, null, 2)} />}
    >
      <Text>{t.rich('api.incomingText', { code: codeTag })}</Text>
      <FieldList title={t('api.callbackBody')} fields={fieldsOf(schema, api)} />
    </ReferenceSection>
  );
}

function Verifying() {
  const t = useText();
  const { sampleValues } = useReference();
  const title = t('api.verifying');
  return (
    <ReferenceSection
      id="verify-a-callback"
      title={title}
      isInner
      code={
        <Sample label={title} write={(language) => callbackSample(language, sampleValues.callbackSecret)} />
      }
    >
      <Text>{t.rich('api.verifyingText', { code: codeTag })}</Text>
      <Text>{t.rich('api.verifyingSecret', { code: codeTag })}</Text>
      <Text>{t.rich('api.verifyingReplay', { code: codeTag })}</Text>
    </ReferenceSection>
  );
}

/** The clients, with the commands that install them from this service. */
function Clients() {
  const t = useText();
  const { sampleValues } = useReference();
  const { origin } = location;
  const { projectId, key } = sampleValues;
  const install = `npm install ${origin}/api/clients/godwit-client-${VERSION}.tgz

composer config repositories.godwit composer ${origin}/api/clients
composer require godwit/client

pip install ${origin}/api/clients/godwit-${VERSION}-py3-none-any.whl

npm install -g ${origin}/api/clients/godwit-cli-${VERSION}.tgz
npm install -g ${origin}/api/clients/godwit-mcp-${VERSION}.tgz`;
  const typescript = `import { Godwit } from '@godwit/client';

const godwit = new Godwit({
  baseUrl: '${origin}',
  projectId: '${projectId}',
  apiKey: '${key}',
});
const message = await godwit.send({
  to: '+94770000001',
  from: 'SANDBOX',
  body: 'Hello from Godwit',
});
console.log(message.id, message.status);`;
  const php = `<?php
require 'vendor/autoload.php';

$godwit = new Godwit\\Client('${origin}', '${projectId}', '${key}');
$message = $godwit->send([
    'to' => '+94770000001',
    'from' => 'SANDBOX',
    'body' => 'Hello from Godwit',
]);
echo $message['id'], ' ', $message['status'], PHP_EOL;`;
  const python = `from godwit import Godwit

godwit = Godwit('${origin}', '${projectId}', '${key}')
message = godwit.send({
    'to': '+94770000001',
    'from': 'SANDBOX',
    'body': 'Hello from Godwit',
})
print(message['id'], message['status'])`;
  return (
    <ReferenceSection
      id="clients"
      title={t('api.clients')}
      code={
        <>
          <Code label="TypeScript" code={typescript} />
          <Code label="PHP" code={php} />
          <Code label="Python" code={python} />
        </>
      }
    >
      <Text>{t('api.clientsText')}</Text>
      <Code label={t('api.clientsInstall')} code={install} />
    </ReferenceSection>
  );
}

export default withTexts(ApiPage, { ...shell, ...lists, ...logs, ...apiReference });
