// A call of the public API: what it takes and answers, from its description, beside a program that makes it,
// its answer, and Try it.
import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { Code, Sample } from './Code.tsx';
import { useReference } from './context.ts';
import { type Call, errorsOf, fieldsOf, nameOf, parameterFields, successOf } from './fields.ts';
import { FieldList, Part, Said } from './Part.tsx';
import { inputsOf, requestOf } from './request.ts';
import { sampleOf } from './samples.ts';
import { TryIt } from './TryIt.tsx';

/** The schema whose fields have a part of their own. */
const MESSAGE = 'Message';

export function CallPart({ call, id, title }: { call: Call; id: string; title: string }) {
  const t = useText();
  const { api, filled, messageId } = useReference();
  const [values, setValues] = useState<Record<string, string>>({});
  const { method, path, operation } = call;
  const inputs = inputsOf(call, api, messageId);
  const request = requestOf(call, inputs, values);
  const answer = successOf(operation);
  const body = operation.requestBody?.content['application/json']?.schema;
  const fields = [...(body ? fieldsOf(body, api) : []), ...parameterFields(operation.parameters ?? [])];
  const credentials = { origin: location.origin, ...filled };

  return (
    <Part
      id={id}
      title={title}
      isInner
      code={
        <>
          <Sample label={title} write={(language) => sampleOf(language, request, credentials)} />
          <TryIt
            title={title}
            inputs={inputs}
            values={values}
            request={request}
            onChange={(name, value) => setValues({ ...values, [name]: value })}
          />
          <Code
            low
            label={t('api.exampleAnswer', { status: String(answer.status) })}
            code={JSON.stringify(answer.example, null, 2)}
          />
        </>
      }
    >
      <Text className="mono" style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit fw={600} c="var(--primary)">
          {method}
        </Text>{' '}
        {path}
      </Text>
      <Said>{operation.description}</Said>
      <FieldList title={t('api.request')} fields={fields} isRequest />
      {nameOf(answer.schema) === MESSAGE ? (
        <Text>
          {t.rich('api.answersMessage', {
            link: (words) => (
              <Anchor key="link" href="#sms-object" inherit>
                {words}
              </Anchor>
            ),
          })}
        </Text>
      ) : (
        <FieldList title={t('api.answer')} fields={fieldsOf(answer.schema, api)} />
      )}
      <Errors call={call} />
    </Part>
  );
}

/** The codes that a call can be refused with, each a link to what it means. */
function Errors({ call }: { call: Call }) {
  const t = useText();
  return (
    <div>
      <Text component="p" fz={13} fw={600} pb={4}>
        {t('api.errors')}
      </Text>
      <Group gap="4px 16px" component="ul">
        {errorsOf(call.operation).map(({ code, description }) => (
          <li key={code}>
            <Anchor href={`#error-${code}`} title={translate(description)} fz={13} className="mono">
              {code}
            </Anchor>
          </li>
        ))}
      </Group>
    </div>
  );
}
