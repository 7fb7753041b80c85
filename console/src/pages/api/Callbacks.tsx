// Status callbacks: what is posted to a customer's server, how it proves where it is from, and a server that checks that.
import { Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { Code, Sample } from './Code.tsx';
import { callbackSample } from './callbackSamples.ts';
import { useReference } from './context.ts';
import { FieldList } from './FieldList.tsx';
import { fieldsOf, parameterFields } from './fields.ts';
import { codeTag, Part } from './Part.tsx';

export function Callbacks() {
  const t = useText();
  const { api } = useReference();
  const { parameters = [], requestBody } = api.webhooks.messageStatus.post;
  const { schema = {}, example } = requestBody?.content['application/json'] ?? {};
  return (
    <Part
      id="callbacks"
      title={t('api.callbacks')}
      code={<Code label={t('api.callbackExample')} code={JSON.stringify(example, null, 2)} />}
    >
      <Text>{t.rich('api.callbacksText', { code: codeTag })}</Text>
      <Text>{t.rich('api.callbacksReach', { code: codeTag })}</Text>
      <Text>{t.rich('api.callbacksRetry', { code: codeTag })}</Text>
      <FieldList title={t('api.callbackBody')} fields={fieldsOf(schema, api)} />
      <FieldList title={t('api.callbackHeaders')} fields={parameterFields(parameters)} />
    </Part>
  );
}

export function Verifying() {
  const t = useText();
  const { filled } = useReference();
  const title = t('api.verifying');
  return (
    <Part
      id="verify-a-callback"
      title={title}
      isInner
      code={<Sample label={title} write={(language) => callbackSample(language, filled.callbackSecret)} />}
    >
      <Text>{t.rich('api.verifyingText', { code: codeTag })}</Text>
      <Text>{t.rich('api.verifyingSecret', { code: codeTag })}</Text>
      <Text>{t.rich('api.verifyingReplay', { code: codeTag })}</Text>
    </Part>
  );
}
