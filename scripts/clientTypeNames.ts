// The named types of the clients, each with its schema.
import type { z } from 'zod';
import { errorAnswer } from '../contract/src/common.ts';
import { consent } from '../contract/src/consents.ts';
import { messageRow, smsObject } from '../contract/src/messages/messages.ts';
import { balanceAnswer, keyAnswer } from '../contract/src/publicApi/account.ts';
import * as campaigns from '../contract/src/publicApi/campaigns.ts';
import * as consents from '../contract/src/publicApi/consents.ts';
import * as contacts from '../contract/src/publicApi/contacts.ts';
import * as conversations from '../contract/src/publicApi/conversations.ts';
import {
  event,
  incomingData,
  listEventsAnswer,
  messageData,
  verificationData,
} from '../contract/src/publicApi/events.ts';
import {
  incomingCallbackPayload,
  messageList,
  publicListQuery,
  statusCallbackPayload,
} from '../contract/src/publicApi/log.ts';
import * as optOuts from '../contract/src/publicApi/optOuts.ts';
import { listPricesAnswer, listSendersAnswer } from '../contract/src/publicApi/prices.ts';
import { dryRunAnswer, sendRequest } from '../contract/src/publicApi/send.ts';
import * as templates from '../contract/src/publicApi/templates.ts';
import * as verify from '../contract/src/publicApi/verify.ts';
import * as profiles from '../contract/src/publicApi/verifyProfiles.ts';
import * as webhooks from '../contract/src/publicApi/webhooks.ts';

/** `query`: the schema of a query, whose values are given as they are read. */
export type Named = { name: string; about: string; schema: z.ZodType; io: 'input' | 'output' | 'query' };

const named = (name: string, about: string, schema: z.ZodType, io: Named['io'] = 'output'): Named => ({
  name,
  about,
  schema,
  io,
});

const MESSAGES = [
  named('SendRequest', 'The body of a request that sends a message.', sendRequest, 'input'),
  named('Message', 'A message.', smsObject),
  named(
    'DryRun',
    'The price of a message that is not sent, and the time at which it would be sent.',
    dryRunAnswer,
  ),
  named('MessageRow', 'A message in a list.', messageRow),
  named('ListQuery', 'The filter and the page of a list.', publicListQuery, 'query'),
  named('MessagePage', 'A page of a list.', messageList),
  named('Balance', 'The balance of the team.', balanceAnswer),
  named('Login', 'The project and the mode of a key.', keyAnswer),
];

const EVENTS = [
  named('StatusCallback', 'The body of a callback to the URL of `status_callback`.', statusCallbackPayload),
  named(
    'IncomingCallback',
    "The body of a callback to a project's URL for incoming messages.",
    incomingCallbackPayload,
  ),
  named('MessageData', 'A message in an event.', messageData),
  named('IncomingData', 'An incoming message in an event.', incomingData),
  named('VerificationData', 'A verification in an event.', verificationData),
  named('OptOut', 'An opt-out, in a list or an event.', optOuts.optOutData),
  named('Event', 'An event: a change of a message, a verification or an opt-out.', event),
  named('EventPage', 'Events, the oldest first.', listEventsAnswer),
  named(
    'ResentEvent',
    'An event that is sent again, and the webhook endpoints that are called.',
    webhooks.resentEvent,
  ),
];

const WEBHOOKS = [
  named('NewEndpoint', 'A webhook endpoint to create.', webhooks.createEndpointRequest, 'input'),
  named(
    'EndpointChange',
    'The fields to change of a webhook endpoint.',
    webhooks.changeEndpointRequest,
    'input',
  ),
  named('WebhookEndpoint', 'A webhook endpoint, without its secret.', webhooks.webhookEndpoint),
  named('CreatedWebhookEndpoint', 'A new webhook endpoint with its secret.', webhooks.newWebhookEndpoint),
  named('WebhookEndpointList', 'The webhook endpoints.', webhooks.listEndpointsAnswer),
];

const VERIFICATIONS = [
  named('StartVerification', 'A one-time code to send.', verify.startRequest, 'input'),
  named('CheckVerification', 'A code that a person typed.', verify.checkVerificationRequest, 'input'),
  named('CheckNumber', 'A code that a person typed, and their number.', verify.checkNumberRequest, 'input'),
  named('Verification', 'A verification.', verify.verification),
  named('VerificationCheck', 'The result of a check.', verify.checkAnswer),
  named('NewProfile', 'A profile of codes to create.', profiles.createProfileRequest, 'input'),
  named('ProfileChange', 'The fields to change of a profile.', profiles.changeProfileRequest, 'input'),
  named('Profile', 'The sender, texts and limits of codes.', profiles.verifyProfile),
  named('ProfileList', 'The profiles of the project.', profiles.listProfilesAnswer),
  named('DeletedProfile', 'The number of deleted profiles.', profiles.deletedProfileAnswer),
  named('FeedbackRequest', 'The outcome of one of your own codes.', verify.feedbackRequest, 'input'),
  named('Feedback', 'The outcome that counts.', verify.feedbackAnswer),
];

const CONSENTS = [
  named('ConsentRequest', 'A consent to record.', consents.putConsentRequest, 'input'),
  named('ConsentQuery', 'The number whose consents to list.', consents.listConsentsQuery, 'query'),
  named('Consent', 'The record of a consent.', consent),
  named('ConsentList', 'The consents of a number.', consents.listConsentsAnswer),
  named('OptOutRequest', 'An opt-out to add.', optOuts.putOptOutRequest, 'input'),
  named('OptOutQuery', 'The opt-outs to list.', optOuts.listOptOutsQuery, 'query'),
  named('OptOutDeletion', 'Which opt-out of a number to remove.', optOuts.deleteOptOutQuery, 'query'),
  named('OptOutPage', 'A page of opt-outs.', optOuts.listOptOutsAnswer),
];

const CONTACTS = [
  named('NewContact', 'A contact to create.', contacts.createContactBody, 'input'),
  named('ContactChange', 'The fields to change of a contact.', contacts.changeContactBody, 'input'),
  named('ContactQuery', 'The contacts to list.', contacts.listContactsQuery, 'query'),
  named('Contact', 'A contact.', contacts.publicContact),
  named('ContactPage', 'A page of contacts.', contacts.listContactsAnswer),
  named('Deleted', 'The number of deleted rows.', contacts.removedAnswer),
  named('NewGroup', 'A group to create.', contacts.createGroupBody, 'input'),
  named('Group', 'A group of contacts.', contacts.publicGroup),
  named('GroupList', 'The groups.', contacts.listGroupsAnswer),
  named('MembersRequest', 'Contacts to add to a group or remove.', contacts.putMembersBody, 'input'),
  named('ChangedMembers', 'The number of changed memberships.', contacts.putMembersAnswer),
];

const CAMPAIGNS = [
  named(
    'NewCampaign',
    'A campaign to create.',
    campaigns.createCampaignBody.omit({ dry_run: true }),
    'input',
  ),
  named('CursorQuery', 'The page to read.', campaigns.listCampaignsQuery, 'query'),
  named('Campaign', 'A campaign.', campaigns.publicCampaign),
  named('CampaignPage', 'A page of campaigns.', campaigns.listCampaignsAnswer),
  named(
    'CampaignDryRun',
    'The recipients and the price of a campaign that is not created.',
    campaigns.campaignDryRun,
  ),
  named('NewTemplate', 'A template to create.', templates.createTemplateBody, 'input'),
  named('TemplateChange', 'The fields to change of a template.', templates.changeTemplateBody, 'input'),
  named('Template', 'A template.', templates.publicTemplate),
  named('TemplatePage', 'A page of templates.', templates.listTemplatesAnswer),
  named('DeletedTemplate', 'The number of deleted templates.', templates.deletedTemplateAnswer),
];

const CONVERSATIONS = [
  named('ConversationQuery', 'The conversations to list.', conversations.listConversationsQuery, 'query'),
  named('ReadRequest', 'The newest message that was read.', conversations.readConversationBody, 'input'),
  named('Conversation', 'A conversation with its last message.', conversations.publicConversation),
  named('ConversationPage', 'A page of conversations.', conversations.listConversationsAnswer),
  named(
    'ConversationMessage',
    'A message of a conversation.',
    conversations.conversationMessagesAnswer.shape.results.element,
  ),
  named(
    'ConversationMessagePage',
    'A page of the messages of a conversation.',
    conversations.conversationMessagesAnswer,
  ),
];

const PRICES = [
  named(
    'Price',
    'The price of a segment to the numbers of a prefix.',
    listPricesAnswer.shape.results.element,
  ),
  named('PriceList', 'The price list.', listPricesAnswer),
  named('Sender', 'A sender of the project.', listSendersAnswer.shape.results.element),
  named('SenderList', 'The senders of the project.', listSendersAnswer),
];

/** The named types, in the order in which they are printed: a type comes before those that contain it. */
export const TYPES: readonly Named[] = [
  ...MESSAGES,
  ...EVENTS,
  ...WEBHOOKS,
  ...VERIFICATIONS,
  ...CONSENTS,
  ...CONTACTS,
  ...CAMPAIGNS,
  ...CONVERSATIONS,
  ...PRICES,
  named('ErrorAnswer', 'The refusal of a call, or of a message of a batch.', errorAnswer),
];
