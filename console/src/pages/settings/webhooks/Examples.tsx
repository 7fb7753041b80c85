// Worked examples of webhook endpoints: what arrives, and how to verify its signature.
import type { Mode } from '@godwit/contract/messages/statuses';
import { Stack } from '@mantine/core';
import { WorkedExample } from '../../../components/WorkedExample.tsx';
import { useText } from '../../../text/useText.ts';

const arriving = (projectId: string, mode: Mode) => `POST /events
webhook-id: 019aa0b9-2c40-7d1e-8f55-3a6b9c0d7e21
webhook-timestamp: 1764316800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "id": "019aa0b9-2c40-7d1e-8f55-3a6b9c0d7e21",
  "type": "message.delivered",
  "project_id": "${projectId}",
  "mode": "${mode}",
  "created_at": "2026-11-28T08:00:00.000Z",
  "data": {
    "status": "DELIVERED",
    "to": "+94771234567",
    "from": "SANDBOX"
  }
}`;

// Standard Webhooks, which has libraries for most languages.
const VERIFYING = `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks';
const event = new Webhook(SECRET).verify(rawBody, request.headers);`;

/** How to verify the signature with the secret, in Node. */
export function VerifyExample() {
  const t = useText();
  return <WorkedExample text={t('webhooks.verify')} code={VERIFYING} />;
}

export function EndpointExamples({ projectId, mode }: { projectId: string; mode: Mode }) {
  const t = useText();
  return (
    <Stack gap={24} w="100%" align="center">
      <WorkedExample text={t('webhooks.example')} code={arriving(projectId, mode)} />
      <VerifyExample />
    </Stack>
  );
}
