import { openApiDocument } from '@godwit/contract/publicApi/openApi';
import { expect, test } from 'vitest';
import type { OpenApi } from '../../api/reference.ts';
import { callsOf } from './fields.ts';
import { inputsOf, requestOf } from './request.ts';

const api = openApiDocument('https://sms.example.com') as unknown as OpenApi;

/** The path of a call's sample, after a message was sent or before. */
function pathOf(operationId: string, messageId: string | null = null): string {
  const call = callsOf(api).find(({ operation }) => operation.operationId === operationId)!;
  return requestOf(call, inputsOf(call, api, messageId), {}).path;
}

test('the path has the id of the last message only if it is that of a message', () => {
  expect(pathOf('getMessage')).toBe('/v1/messages/MESSAGE_ID');
  expect(pathOf('getMessage', '0199a5e2')).toBe('/v1/messages/0199a5e2');
  expect(pathOf('giveFeedback', '0199a5e2')).toBe('/v1/messages/0199a5e2/feedback');
  expect(pathOf('getContact', '0199a5e2')).toBe('/v1/contacts/CONTACT_ID');
  expect(pathOf('checkVerification', '0199a5e2')).toBe('/v1/verifications/VERIFICATION_ID/check');
  expect(pathOf('deleteWebhookEndpoint')).toBe('/v1/webhook_endpoints/WEBHOOK_ENDPOINT_ID');
});

test('a number in the path is an example of a number', () => {
  expect(pathOf('deleteOptOut', '0199a5e2')).toBe('/v1/opt_outs/%2B94771234567');
  expect(pathOf('readConversation')).toBe('/v1/conversations/%2B94771234567/read');
});
