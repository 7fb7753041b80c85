// The clients for those who write TypeScript or PHP.
import { Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { Code } from './Code.tsx';
import { useReference } from './context.ts';
import { codeTag, Part } from './Part.tsx';

export function Clients() {
  const t = useText();
  const { filled } = useReference();
  const { origin } = location;
  const { projectId, key } = filled;
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
  return (
    <Part
      id="clients"
      title={t('api.clients')}
      code={
        <>
          <Code label="TypeScript" code={typescript} />
          <Code label="PHP" code={php} />
        </>
      }
    >
      <Text>{t.rich('api.clientsText', { code: codeTag })}</Text>
    </Part>
  );
}
